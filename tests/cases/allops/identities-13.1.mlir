entry @identities() {
  %cst_1_f16 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce = reduce %cst_1_f16 dim=0 identities=[0.000000e+00 : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_f16_0 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce_1 = reduce %cst_1_f16_0 dim=0 identities=[1.000000e+00 : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_f16_2 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce_3 = reduce %cst_1_f16_2 dim=0 identities=[0x7C00 : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_f16_4 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce_5 = reduce %cst_1_f16_4 dim=0 identities=[0x7E00 : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_f16_6 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce_7 = reduce %cst_1_f16_6 dim=0 identities=[0xFF80 : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_f16_8 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce_9 = reduce %cst_1_f16_8 dim=0 identities=[5.960460e-08 : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_f16_10 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce_11 = reduce %cst_1_f16_10 dim=0 identities=[6.097560e-05 : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_f16_12 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce_13 = reduce %cst_1_f16_12 dim=0 identities=[0x7F7F : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_f16_14 = constant <f16: 1.000000e+00> : tile<4xf16>
  %reduce_15 = reduce %cst_1_f16_14 dim=0 identities=[9.997550e-02 : f16] : tile<4xf16> -> tile<f16> 
  (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
    yield %reduce_lhs : tile<f16>
  }
  %cst_1_bf16 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_16 = reduce %cst_1_bf16 dim=0 identities=[0.000000e+00 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_bf16_17 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_18 = reduce %cst_1_bf16_17 dim=0 identities=[7.812500e-03 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_bf16_19 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_20 = reduce %cst_1_bf16_19 dim=0 identities=[2.658460e+36 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_bf16_21 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_22 = reduce %cst_1_bf16_21 dim=0 identities=[4.253530e+37 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_bf16_23 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_24 = reduce %cst_1_bf16_23 dim=0 identities=[0xFF80 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_bf16_25 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_26 = reduce %cst_1_bf16_25 dim=0 identities=[9.183550e-41 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_bf16_27 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_28 = reduce %cst_1_bf16_27 dim=0 identities=[1.498760e-36 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_bf16_29 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_30 = reduce %cst_1_bf16_29 dim=0 identities=[3.389530e+38 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_bf16_31 = constant <bf16: 1.000000e+00> : tile<4xbf16>
  %reduce_32 = reduce %cst_1_bf16_31 dim=0 identities=[5.229590e-11 : bf16] : tile<4xbf16> -> tile<bf16> 
  (%reduce_lhs: tile<bf16>, %reduce_rhs: tile<bf16>) {
    yield %reduce_lhs : tile<bf16>
  }
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_33 = reduce %cst_1_f32 dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_34 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_35 = reduce %cst_1_f32_34 dim=0 identities=[1.000000e+00 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_36 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_37 = reduce %cst_1_f32_36 dim=0 identities=[1.000000e-01 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_38 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_39 = reduce %cst_1_f32_38 dim=0 identities=[1.44269502 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_40 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_41 = reduce %cst_1_f32_40 dim=0 identities=[9.99999997E-7 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_42 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_43 = reduce %cst_1_f32_42 dim=0 identities=[3.000000e+38 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_44 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_45 = reduce %cst_1_f32_44 dim=0 identities=[1.234560e+05 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_46 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_47 = reduce %cst_1_f32_46 dim=0 identities=[0x4B800000 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_48 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_49 = reduce %cst_1_f32_48 dim=0 identities=[5.000000e-01 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_50 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_51 = reduce %cst_1_f32_50 dim=0 identities=[4.480000e+02 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_52 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_53 = reduce %cst_1_f32_52 dim=0 identities=[1.000000e+20 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_54 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_55 = reduce %cst_1_f32_54 dim=0 identities=[9.99999901E-5 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_56 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_57 = reduce %cst_1_f32_56 dim=0 identities=[999999.875 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_58 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_59 = reduce %cst_1_f32_58 dim=0 identities=[3.14159274 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_60 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_61 = reduce %cst_1_f32_60 dim=0 identities=[0xFF800000 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_62 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_63 = reduce %cst_1_f32_62 dim=0 identities=[0xFFC00001 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_64 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_65 = reduce %cst_1_f32_64 dim=0 identities=[3.40282347E+38 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f32_66 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce_67 = reduce %cst_1_f32_66 dim=0 identities=[1.17549421E-38 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  %cst_1_f64 = constant <f64: 1.000000e+00> : tile<4xf64>
  %reduce_68 = reduce %cst_1_f64 dim=0 identities=[0.000000e+00] : tile<4xf64> -> tile<f64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64>
  }
  %cst_1_f64_69 = constant <f64: 1.000000e+00> : tile<4xf64>
  %reduce_70 = reduce %cst_1_f64_69 dim=0 identities=[1.000000e+00] : tile<4xf64> -> tile<f64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64>
  }
  %cst_1_f64_71 = constant <f64: 1.000000e+00> : tile<4xf64>
  %reduce_72 = reduce %cst_1_f64_71 dim=0 identities=[0.33333333333333331] : tile<4xf64> -> tile<f64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64>
  }
  %cst_1_f64_73 = constant <f64: 1.000000e+00> : tile<4xf64>
  %reduce_74 = reduce %cst_1_f64_73 dim=0 identities=[4.940660e-324] : tile<4xf64> -> tile<f64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64>
  }
  %cst_1_f64_75 = constant <f64: 1.000000e+00> : tile<4xf64>
  %reduce_76 = reduce %cst_1_f64_75 dim=0 identities=[0x419D6F3454000000 : f64] : tile<4xf64> -> tile<f64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64>
  }
  %cst_1_f64_77 = constant <f64: 1.000000e+00> : tile<4xf64>
  %reduce_78 = reduce %cst_1_f64_77 dim=0 identities=[100000.5] : tile<4xf64> -> tile<f64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64>
  }
  %cst_1_f64_79 = constant <f64: 1.000000e+00> : tile<4xf64>
  %reduce_80 = reduce %cst_1_f64_79 dim=0 identities=[0x7FF8000000000000 : f64] : tile<4xf64> -> tile<f64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64>
  }
  %cst_1_f64_81 = constant <f64: 1.000000e+00> : tile<4xf64>
  %reduce_82 = reduce %cst_1_f64_81 dim=0 identities=[0x7FF0000000000001 : f64] : tile<4xf64> -> tile<f64> 
  (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
    yield %reduce_lhs : tile<f64>
  }
  %cst_1_i8 = constant <i8: 1> : tile<4xi8>
  %reduce_83 = reduce %cst_1_i8 dim=0 identities=[0 : i8] : tile<4xi8> -> tile<i8> 
  (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
    yield %reduce_lhs : tile<i8>
  }
  %cst_1_i8_84 = constant <i8: 1> : tile<4xi8>
  %reduce_85 = reduce %cst_1_i8_84 dim=0 identities=[1 : i8] : tile<4xi8> -> tile<i8> 
  (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
    yield %reduce_lhs : tile<i8>
  }
  %cst_1_i8_86 = constant <i8: 1> : tile<4xi8>
  %reduce_87 = reduce %cst_1_i8_86 dim=0 identities=[-1 : i8] : tile<4xi8> -> tile<i8> 
  (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
    yield %reduce_lhs : tile<i8>
  }
  %cst_1_i8_88 = constant <i8: 1> : tile<4xi8>
  %reduce_89 = reduce %cst_1_i8_88 dim=0 identities=[-128 : i8] : tile<4xi8> -> tile<i8> 
  (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
    yield %reduce_lhs : tile<i8>
  }
  %cst_1_i8_90 = constant <i8: 1> : tile<4xi8>
  %reduce_91 = reduce %cst_1_i8_90 dim=0 identities=[127 : i8] : tile<4xi8> -> tile<i8> 
  (%reduce_lhs: tile<i8>, %reduce_rhs: tile<i8>) {
    yield %reduce_lhs : tile<i8>
  }
  %cst_1_i16 = constant <i16: 1> : tile<4xi16>
  %reduce_92 = reduce %cst_1_i16 dim=0 identities=[-32768 : i16] : tile<4xi16> -> tile<i16> 
  (%reduce_lhs: tile<i16>, %reduce_rhs: tile<i16>) {
    yield %reduce_lhs : tile<i16>
  }
  %cst_1_i16_93 = constant <i16: 1> : tile<4xi16>
  %reduce_94 = reduce %cst_1_i16_93 dim=0 identities=[300 : i16] : tile<4xi16> -> tile<i16> 
  (%reduce_lhs: tile<i16>, %reduce_rhs: tile<i16>) {
    yield %reduce_lhs : tile<i16>
  }
  %cst_1_i32 = constant <i32: 1> : tile<4xi32>
  %reduce_95 = reduce %cst_1_i32 dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32>
  }
  %cst_1_i32_96 = constant <i32: 1> : tile<4xi32>
  %reduce_97 = reduce %cst_1_i32_96 dim=0 identities=[1 : i32] : tile<4xi32> -> tile<i32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32>
  }
  %cst_1_i32_98 = constant <i32: 1> : tile<4xi32>
  %reduce_99 = reduce %cst_1_i32_98 dim=0 identities=[-1 : i32] : tile<4xi32> -> tile<i32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32>
  }
  %cst_1_i32_100 = constant <i32: 1> : tile<4xi32>
  %reduce_101 = reduce %cst_1_i32_100 dim=0 identities=[2147483647 : i32] : tile<4xi32> -> tile<i32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32>
  }
  %cst_1_i32_102 = constant <i32: 1> : tile<4xi32>
  %reduce_103 = reduce %cst_1_i32_102 dim=0 identities=[-2147483648 : i32] : tile<4xi32> -> tile<i32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32>
  }
  %cst_1_i32_104 = constant <i32: 1> : tile<4xi32>
  %reduce_105 = reduce %cst_1_i32_104 dim=0 identities=[1000000 : i32] : tile<4xi32> -> tile<i32> 
  (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
    yield %reduce_lhs : tile<i32>
  }
  %cst_1_i64 = constant <i64: 1> : tile<4xi64>
  %reduce_106 = reduce %cst_1_i64 dim=0 identities=[0] : tile<4xi64> -> tile<i64> 
  (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
    yield %reduce_lhs : tile<i64>
  }
  %cst_1_i64_107 = constant <i64: 1> : tile<4xi64>
  %reduce_108 = reduce %cst_1_i64_107 dim=0 identities=[-1] : tile<4xi64> -> tile<i64> 
  (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
    yield %reduce_lhs : tile<i64>
  }
  %cst_1_i64_109 = constant <i64: 1> : tile<4xi64>
  %reduce_110 = reduce %cst_1_i64_109 dim=0 identities=[9223372036854775807] : tile<4xi64> -> tile<i64> 
  (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
    yield %reduce_lhs : tile<i64>
  }
  %cst_1_i64_111 = constant <i64: 1> : tile<4xi64>
  %reduce_112 = reduce %cst_1_i64_111 dim=0 identities=[-9223372036854775808] : tile<4xi64> -> tile<i64> 
  (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
    yield %reduce_lhs : tile<i64>
  }
  %cst_1_i64_113 = constant <i64: 1> : tile<4xi64>
  %reduce_114 = reduce %cst_1_i64_113 dim=0 identities=[1234567890123] : tile<4xi64> -> tile<i64> 
  (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
    yield %reduce_lhs : tile<i64>
  }
  %true = constant <i1: true> : tile<4xi1>
  %reduce_115 = reduce %true dim=0 identities=[true] : tile<4xi1> -> tile<i1> 
  (%reduce_lhs: tile<i1>, %reduce_rhs: tile<i1>) {
    yield %reduce_lhs : tile<i1>
  }
  return
}
