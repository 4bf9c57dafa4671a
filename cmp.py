import json,sys,glob,os
a,b=sys.argv[1:3]
for f in sorted(glob.glob(b+'/*.json')):
    n=os.path.basename(f)
    try: A=json.load(open(a+'/'+n)); B=json.load(open(f))
    except Exception as e: continue
    ta=open(a+'/'+n[:-5]+'.time').read().split('\n')[-2]; tb=open(b+'/'+n[:-5]+'.time').read().split('\n')[-2]
    print(n, ta,'->',tb)
    for x,y in zip(A,B):
        g=x['goal']; k=g
        print('  %-8s %s %-12.7g %-12.7g ratio %.5f  %s %s T%d | %s %s T%d'%(x['target'],g,x[k],y[k],y[k]/x[k],x['kernel'],x['bridge'],x['T'],y['kernel'],y['bridge'],y['T']))
