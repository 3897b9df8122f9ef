// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/cubin.h"

#include <algorithm>

#include "tileir/cubin/elf.h"
#include "tileir/cubin/line_table.h"

namespace tileport::tileir {

namespace {

using cubin::Elf;
using cubin::Section;
using cubin::Symbol;
using reader::Context;
using reader::Cursor;

constexpr std::uint64_t kLargestFile = std::uint64_t{512} << 20;
constexpr std::uint16_t kCudaMachine = 190;
/// The ABI of CUDA 13; before it the architecture stood in the lowest byte of the flags.
constexpr std::uint8_t kNewAbi = 0x41;
constexpr std::uint8_t kFunctionSymbol = 2, kEntry = 0x10;
constexpr std::string_view kTileIrText = ".nv.tileir.debug_txt.";

/// The forms and numbers of .nv.info records, as cuobjdump -elf names them.
enum InfoForm : std::uint8_t { kNoValue = 1, kByteValue = 2, kHalfValue = 3, kSizedValue = 4 };
enum InfoAttribute : std::uint8_t {
  kRequiredThreads = 0x10,
  kFrameSize = 0x11,
  kMinimumStack = 0x12,
  kParameter = 0x17,
  kParameterBytes = 0x19,
  kRegisters = 0x2F,
  kParameterNew = 0x45,  ///< from sm_90 on
};

class CubinReader {
 public:
  explicit CubinReader(Context &context) : context_(context), elf_(context) {}

  Cubin read() {
    readArchitecture();
    findKernels();
    if (const Section *info = elf_.find(".nv.info")) readSharedInfo(elf_.open(*info));
    for (CubinKernel &kernel : cubin_.kernels) readKernel(kernel);
    readTool();
    readTexts();
    cubin_.sourceLines = cubin::readLineTable(elf_, ".debug_line", kernels_);
    cubin_.tileIrLines = cubin::readLineTable(elf_, ".nv.tileir.debug_line", kernels_);
    cubin_.ptxLines = cubin::readLineTable(elf_, ".nv_debug_line_sass", kernels_);
    return std::move(cubin_);
  }

 private:
  void readArchitecture() {
    if (elf_.machine() != kCudaMachine) {
      context_.fail(ErrorKind::Unsupported, "the ELF file is for machine " + std::to_string(elf_.machine()) + ", not for an NVIDIA GPU", 18,
                    "ELF header", "Give a cubin; cuobjdump -xelf all takes those out of a program or library.");
    }
    cubin_.sm = elf_.abi() >= kNewAbi ? (elf_.flags() >> 8) & 0xff : elf_.flags() & 0xff;
  }

  /// Entries are functions with a flag of NVIDIA's own; other symbols of their section tell whose it is.
  void findKernels() {
    const std::vector<Symbol> &symbols = elf_.symbols();
    kernels_.ofSymbol.resize(symbols.size());
    std::unordered_map<std::uint16_t, std::uint32_t> kernelOfSection;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const Symbol &symbol = symbols[i];
      if (symbol.type != kFunctionSymbol || (symbol.other & kEntry) == 0) continue;
      CubinKernel kernel;
      context_.charge(sizeof kernel + symbol.name.size(), 0, "symbols");
      kernel.name = symbol.name;
      kernel.codeSize = symbol.size;
      kernels_.ofSymbol[i] = static_cast<std::uint32_t>(cubin_.kernels.size());
      kernels_.starts.push_back(symbol.value);
      kernelOfSection.try_emplace(symbol.section, *kernels_.ofSymbol[i]);
      cubin_.kernels.push_back(std::move(kernel));
    }
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const auto found = kernelOfSection.find(symbols[i].section);
      if (found != kernelOfSection.end() && !kernels_.ofSymbol[i]) kernels_.ofSymbol[i] = found->second;
    }
  }

  struct Info {
    std::uint8_t attribute = 0;
    std::uint16_t value = 0;      ///< of the forms without bytes
    std::optional<Cursor> bytes;  ///< of the sized form
  };

  static Info readInfo(Cursor &cursor) {
    const std::size_t start = cursor.offset();
    const std::uint8_t form = cursor.u8("a record");
    Info info;
    info.attribute = cursor.u8("a record");
    info.value = cursor.u16("a record");
    if (form < kNoValue || form > kSizedValue) cursor.failAt(start, "a record has the unknown form " + std::to_string(form));
    if (form == kSizedValue) info.bytes.emplace(cursor.take(info.value, "a record"));
    return info;
  }

  /// The kernel whose symbol stands next; null when it is none's own.
  CubinKernel *kernelNext(Cursor &bytes) {
    const std::uint32_t symbol = bytes.u32("the symbol of a function");
    if (symbol >= elf_.symbols().size()) bytes.fail("a record is about a symbol that there is not");
    const Symbol &about = elf_.symbols()[symbol];
    if (about.type != kFunctionSymbol || (about.other & kEntry) == 0) return nullptr;
    return &cubin_.kernels[*kernels_.ofSymbol[symbol]];
  }

  /// Records about all functions, the helpers that are no entries among them.
  void readSharedInfo(Cursor cursor) {
    while (!cursor.atEnd()) {
      context_.poll();
      Info info = readInfo(cursor);
      const bool wanted = info.attribute == kRegisters || info.attribute == kFrameSize || info.attribute == kMinimumStack;
      if (!wanted || !info.bytes) continue;
      CubinKernel *kernel = kernelNext(*info.bytes);
      const std::uint32_t number = info.bytes->u32("the number of a record");
      if (kernel == nullptr) continue;
      if (info.attribute == kRegisters) kernel->registers = number;
      if (info.attribute == kFrameSize) kernel->stack = number;
      if (info.attribute == kMinimumStack) kernel->minimumStack = number;
    }
  }

  void readKernel(CubinKernel &kernel) {
    context_.poll();
    if (const Section *shared = elf_.find(".nv.shared." + kernel.name)) kernel.sharedMemory = shared->size;
    if (const Section *bank = elf_.find(".nv.constant0." + kernel.name)) kernel.constantBank = bank->size;
    const Section *info = elf_.find(".nv.info." + kernel.name);
    if (info == nullptr) return;
    Cursor cursor = elf_.open(*info);
    while (!cursor.atEnd()) {
      Info record = readInfo(cursor);
      if (record.attribute == kParameterBytes && !record.bytes) kernel.parameterBytes = record.value;
      const bool parameter = record.attribute == kParameter || record.attribute == kParameterNew;
      if (parameter && record.bytes) readParameter(*record.bytes, record.attribute == kParameterNew, kernel);
      if (record.attribute == kRequiredThreads && record.bytes) {
        kernel.threads.emplace();
        for (std::uint32_t &threads : *kernel.threads) threads = record.bytes->u32("the threads of a block");
      }
    }
  }

  void readParameter(Cursor &bytes, bool isNew, CubinKernel &kernel) {
    bytes.u32("a parameter");
    const std::size_t ordinal = bytes.u16("a parameter");
    KernelParameter parameter;
    parameter.offset = bytes.u16("a parameter");
    const std::uint32_t size = bytes.u32("a parameter");
    parameter.size = isNew ? size & 0xffff : size >> 18;
    bytes.charge(sizeof parameter);
    // They stand last first; a file may leave some out, or claim that there are more than there can be.
    if (ordinal >= kernel.parameters.size()) {
      bytes.charge((ordinal + 1 - kernel.parameters.size()) * sizeof parameter);
      kernel.parameters.resize(ordinal + 1);
    }
    kernel.parameters[ordinal] = parameter;
  }

  /// The note of the assembler: numbers, then texts that they point at. Nothing depends on it, so that another form is left.
  void readTool() {
    const Section *note = elf_.find(".note.nv.tkinfo");
    if (note == nullptr) return;
    constexpr std::size_t kNoteHeader = 12 + 12;  // sizes, type, "NVIDIA Corp"
    constexpr std::size_t kNumbers = 24;          // the third to the sixth are places of texts
    const std::string_view bytes = elf_.bytes(*note);
    if (bytes.size() < kNoteHeader + kNumbers) return;
    const std::string_view texts = bytes.substr(kNoteHeader + kNumbers);
    const auto textAt = [&](std::size_t number) {
      std::size_t place = 0;
      for (std::size_t i = 0; i < 4; ++i) place |= std::size_t{static_cast<unsigned char>(bytes[kNoteHeader + 4 * number + i])} << (8 * i);
      if (place >= texts.size()) return std::string();
      const std::string_view text = texts.substr(place);
      std::string found(text.substr(0, text.find('\0')));
      while (found.ends_with(' ')) found.pop_back();
      return found;
    };
    cubin_.assembler = textAt(3);
    cubin_.options = textAt(5);
  }

  void readTexts() {
    for (const Section &section : elf_.sections()) {
      if (!section.name.starts_with(kTileIrText)) continue;
      EmbeddedText text;
      text.file = section.name;
      text.text = elf_.bytes(section);
      // tileiras writes the text alone; whoever ends it with a zero means the same.
      while (text.text.ends_with('\0')) text.text.pop_back();
      cubin_.tileIr.push_back(std::move(text));
    }
    if (const Section *ptx = elf_.find(".nv_debug_ptx_txt")) {
      cubin_.ptx = elf_.bytes(*ptx);
      std::replace(cubin_.ptx->begin(), cubin_.ptx->end(), '\0', '\n');
    }
  }

  Context &context_;
  Elf elf_;
  Cubin cubin_;
  cubin::KernelPlaces kernels_;
};

}  // namespace

Result<Cubin> readCubin(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel) {
  try {
    Context context(bytes, name, cancel);
    context.stopIfCancelled();
    if (bytes.size() > kLargestFile) context.fail(ErrorKind::Limit, "the file is larger than 512 MiB", 0, "ELF header");
    return CubinReader(context).read();
  } catch (reader::Failure &failure) {
    if (failure.error.kind == ErrorKind::Malformed) failure.error.advice = "The file is damaged or no cubin; compile it again.";
    return std::move(failure.error);
  }
}

Result<std::string_view> tileIrTextOf(const Cubin &cubin) {
  if (cubin.tileIr.size() == 1) return std::string_view(cubin.tileIr.front().text);
  Error error;
  error.kind = ErrorKind::Unsupported;
  error.place.section = kTileIrText.substr(0, kTileIrText.size() - 1);
  if (cubin.tileIr.empty()) {
    error.message = "the cubin embeds no Tile IR text";
    error.advice = "Compile bytecode that has locations with tileiras --lineinfo; cuTile Python does, so that its cached cubins have it.";
  } else {
    error.message = "the cubin embeds " + std::to_string(cubin.tileIr.size()) + " Tile IR texts";
    error.advice = "Give a cubin of one module, as tileiras writes it.";
  }
  return error;
}

bool looksLikeElf(std::span<const std::byte> bytes) {
  return std::string_view(reinterpret_cast<const char *>(bytes.data()), bytes.size())
      .starts_with(
          "\x7F"
          "ELF");
}

}  // namespace tileport::tileir
