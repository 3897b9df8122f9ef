// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <ctime>

#include "sample_review.h"
#include "support/sanitized.h"
#include "views/window/divergence_panel.h"
#include "views/window/finding_filter_bar.h"
#include "views/window/main_window.h"
#include "views/window/operator_page.h"
#include "views/window/operator_panel.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;

namespace {

constexpr std::uint32_t kVariants = 1'000, kFindings = 100;
/// What the GUI thread may compute in one go. Its own time, so that a busy machine does not matter.
constexpr double kMostStall = 100;  // milliseconds

double threadMilliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * double(time.tv_sec) + 1e-6 * double(time.tv_nsec);
}

/// The longest time that the GUI thread computed without coming back to its event loop.
class Heart {
 public:
  Heart() {
    timer_.setInterval(1);
    QObject::connect(&timer_, &QTimer::timeout, [this] { beat(); });
    last_ = threadMilliseconds();
    timer_.start();
  }
  double takeLongest() {
    beat();
    return std::exchange(longest_, 0.0);
  }

 private:
  void beat() {
    const double now = threadMilliseconds();
    longest_ = std::max(longest_, now - last_);
    last_ = now;
  }
  QTimer timer_;
  double last_ = 0, longest_ = 0;
};

workspace::WorkspacePtr wideWorkspace() {
  auto workspace = std::make_shared<workspace::Workspace>();
  workspace->name = "wide";
  for (const char *name : {"alike", "unlike"}) {
    workspace::Operator op;
    op.name = name;
    for (std::uint32_t i = 0; i < kVariants; ++i) op.variants.push_back({"f16-" + std::to_string(i), "", {}, {}});
    workspace->operators.push_back(std::move(op));
  }
  return workspace;
}

/// The sample's programs with a hundred divergences.
workspace::ReviewPtr crowdedReview() {
  auto review = std::make_shared<workspace::Review>(*views::test::triagedReview());
  auto alignment = std::make_shared<align::Alignment>(*review->alignment);
  alignment->divergences.assign(kFindings, alignment->divergences.front());
  for (align::Divergence &each : alignment->divergences) each.differences.resize(1);
  review->alignment = alignment;
  return review;
}

/// Of "alike" all variants find the same, of "unlike" each finds something of its own.
workspace::ReviewPtr reviewOf(const workspace::ReviewPtr &crowded, const std::string &op, const std::string &variant) {
  auto review = std::make_shared<workspace::Review>(*crowded);
  auto triage = std::make_shared<triage::Triage>();
  triage->alignment = review->alignment;
  triage->verdict = triage::Verdict::FailFixable;
  triage->policy = "sample 1";
  for (std::uint32_t i = 0; i < kFindings; ++i) {
    triage::Finding finding;
    finding.divergence = i;
    finding.severity = i % 3 == 0 ? triage::Severity::Critical : triage::Severity::Warn;
    finding.rule = "latency_changed";
    finding.sentence =
        "load_view_tko: sm_100.latency is 3 in the reference and 7 in the port. Give the port's access the reference's "
        "latency, or none where it has none. " +
        std::to_string(i);
    finding.anchor = "latency.load_view_tko." + (op == "alike" ? std::string() : variant + ".") + std::to_string(i);
    triage->findings.push_back(std::move(finding));
  }
  review->triage = triage;
  return review;
}

}  // namespace

/// An operator of 1,000 variants with 100 findings each: the window stays fluid while they come, and with all of them.
class TestOperatorSize : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void cleanup() { window_.reset(); }
  void staysFluid_data();
  void staysFluid();

 private:
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(!window_->busy(), 300'000); }
  OperatorPage *page() const { return window_->operatorPage(); }

  ReviewFunctions functions_;
  std::unique_ptr<MainWindow> window_;
};

void TestOperatorSize::initTestCase() {
  views::test::useScratchSettings();
  functions_ = views::test::sampleFunctions();
  functions_.openWorkspace = [](const std::filesystem::path &) -> Result<workspace::WorkspacePtr> { return wideWorkspace(); };
  functions_.review = [crowded = crowdedReview()](const workspace::Operator &op, const workspace::Variant &variant,
                                                  const CancelToken &) -> Result<workspace::ReviewPtr> {
    return reviewOf(crowded, op.name, variant.name);
  };
}

void TestOperatorSize::staysFluid_data() {
  QTest::addColumn<QString>("op");
  QTest::addColumn<int>("rows");
  QTest::newRow("every variant finds the same") << QStringLiteral("alike") << int(kFindings);
  QTest::newRow("every variant finds something else") << QStringLiteral("unlike") << int(kFindings * kVariants);
}

void TestOperatorSize::staysFluid() {
  QFETCH(const QString, op);
  QFETCH(const int, rows);
  window_ = std::make_unique<MainWindow>(functions_);
  window_->resize(1600, 960);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  Heart heart;
  QElapsedTimer clock;
  clock.start();
  QStringList figures;
  const auto told = [&](const char *what) {
    const double longest = heart.takeLongest();
    figures << QStringLiteral("%1: longest stall %2 ms, done after %3 ms")
                   .arg(QLatin1String(what))
                   .arg(longest, 0, 'f', 1)
                   .arg(clock.restart());
    if (!kSanitized) QVERIFY2(longest < kMostStall, qPrintable(figures.join(u'\n')));
  };
  window_->setFirstSelection(op);
  window_->open({"/wide", {}, {}});
  settle();
  told("reviewing 2,000 variants with the page in sight");
  QCOMPARE(page()->list()->model()->rowCount(), rows);
  page()->filter()->text()->setText(QStringLiteral("none. 7"));
  settle();
  told("a text to filter by");
  QVERIFY(page()->list()->model()->rowCount() > 0 && page()->list()->model()->rowCount() < rows);
  page()->filter()->text()->clear();
  settle();
  told("no filter");
  for (int i = 0; i < 40; ++i) {
    page()->list()->verticalScrollBar()->setValue(page()->list()->verticalScrollBar()->maximum() * i / 40);
    page()->list()->selectRow(int(qint64(rows - 1) * i / 40));
    (void)views::test::pictureOf(page());
    QApplication::processEvents();
  }
  told("scrolling and selecting");
  window_->operators()->setCurrent(*window_->session()->model()->find(op, QStringLiteral("f16-7")));
  settle();
  told("to a variant");
  const QString spread = window_->divergences()->list()->model()->index(0, DivergenceModel::SpreadColumn).data().toString();
  QCOMPARE(spread, rows == int(kFindings) ? QStringLiteral("1,000/1,000") : QStringLiteral("1/1,000"));
  window_->operators()->setCurrentOperator(*window_->session()->model()->findOperator(op));
  settle();
  told("and back");
  for (const QString &each : std::as_const(figures)) qInfo("%s", qPrintable(each));
}

QTEST_MAIN(TestOperatorSize)
#include "tst_operator_size.moc"
