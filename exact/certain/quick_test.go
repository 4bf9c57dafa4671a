package certain_test
import ("testing";"time";"breadboard/chains";"breadboard/exact";"breadboard/exact/certain";"breadboard/toys")
func TestQuick(t *testing.T){
 for _,k:=range chains.Kernels { for _,b:=range chains.Bridges {
  tg:=toys.Barrier(); par:=0.5
  a:=chains.Annealing{Grid:tg.Grid,Kernel:k.Make,Schedule:chains.Sigmoid(4,6),Bridge:b.Make.Of(par,chains.Uniform(tg.LogF),tg.LogF)}.Extended()
  st:=time.Now()
  tr,err:=certain.Measure(t.Context(),a,func(int,float64){})
  if err!=nil {t.Error(k.Name,b.Name,err);continue}
  el:=time.Since(st)
  g,err:=exact.Measure(t.Context(),a)
  if err!=nil {t.Error(err);continue}
  t.Logf("%s %s %v bits %d J %.4g B %.4g: %.1f %.1f %.1f %.1f %.1f %.1f %.1f",k.Name,b.Name,el,tr.Bits,g.J(),g.B(),tr.J.Digits(g.J()),tr.B.Digits(g.B()),tr.QP.Digits(g.Final.Forward),tr.PQ.Digits(g.Final.Reverse),tr.Fwd.Digits(g.Paths.Forward),tr.Rev.Digits(g.Paths.Reverse),tr.LogR.Digits(g.LogR))
 }}
}
func TestLong(t *testing.T){
 if testing.Short(){t.Skip()}
  tg:=toys.Barrier()
  a:=chains.Annealing{Grid:tg.Grid,Kernel:chains.Metropolis{},Schedule:chains.Linear(10000),Bridge:chains.Geometric{From:chains.Uniform(tg.LogF),To:tg.LogF}}
  st:=time.Now()
  tr,err:=certain.Measure(t.Context(),a,func(int,float64){})
  if err!=nil {t.Fatal(err)}
  t.Log(time.Since(st),tr.Bits,tr.J.Mid(),tr.J.Width())
}
