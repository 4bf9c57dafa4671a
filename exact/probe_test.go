package exact_test
import ("testing";"fmt";"breadboard/exact";"breadboard/toys";"breadboard/chains")
func TestProbe(t *testing.T){
 for _,k:=range chains.Kernels { for _,T:=range []int{2,10,100,1000,100000}{
  g,err:=exact.Measure(t.Context(), annealing(toys.Barrier(), k.Make, chains.Linear(T)))
  fmt.Println(k.Name,T,g.J(),g.B(),g.Final,g.Paths,err)
 }}
}
