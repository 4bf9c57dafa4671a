package cc.mallet.topics;
// MALLET's HierarchicalLDA: how many leaves three documents have, as it is and with each cure. In the checkout:
// javac -nowarn -d out -sourcepath src/main/java -cp hppc.jar:error_prone_annotations.jar mallet.java
// java -cp out:hppc.jar cc.mallet.topics.Leaves 300000

import cc.mallet.types.*;
import com.carrotsearch.hppc.*;
import java.util.*;

class Leaves extends HierarchicalLDA {
    int cure;

    @Override public void calculateNCRP(ObjectDoubleHashMap<NCRPNode> weights, NCRPNode node, double weight) {
        super.calculateNCRP(weights, node, weight);
        if (cure > 0 && node.isLeaf()) weights.put(node, weight);
    }

    @Override public void calculateWordLikelihood(ObjectDoubleHashMap<NCRPNode> weights, NCRPNode node, double weight,
                                                  IntIntHashMap[] counts, double[] anew, int level, int iteration) {
        super.calculateWordLikelihood(weights, node, weight, counts, anew, level, iteration);
        if (cure > 1) weights.addTo(node, weight);
    }

    static void run(int sweeps, int levels, double alpha, double gamma, double eta, String... docs) {
        for (int cure = 0; cure < 3; cure++) {
            Alphabet alphabet = new Alphabet();
            InstanceList list = new InstanceList(alphabet, null);
            for (String doc : docs)
                list.add(new Instance(new FeatureSequence(alphabet, Arrays.stream(doc.split(" ")).mapToInt(
                    alphabet::lookupIndex).toArray()), null, null, null));
            Leaves h = new Leaves();
            h.cure = cure;
            h.setAlpha(alpha);
            h.setGamma(gamma);
            h.setEta(eta);
            h.setTopicDisplay(1 << 30, 1);
            h.setProgressDisplay(false);
            h.initialize(list, null, levels, new cc.mallet.util.Randoms(7));
            double[] n = new double[4];
            for (int i = 0; i < sweeps; i++) {
                h.estimate(1);
                n[new HashSet<>(Arrays.asList(h.documentLeaves)).size()] += 1.0 / sweeps;
            }
            System.out.println(Arrays.toString(docs) + " levels " + levels + " cures " + cure
                + ": " + Arrays.toString(n));
        }
    }

    public static void main(String[] a) {
        int n = Integer.parseInt(a[0]);
        run(n, 2, 10, 1, .1, "a", "a", "a");
        run(n, 2, 10, 1, .1, "a", "a", "b");
        run(n, 2, 1, .5, .5, "a b", "a b", "c c");
        run(n, 3, 10, 1, .1, "a", "a", "b");
    }
}
