/** The sheets of all figures of cases. */
import '../../figures/kit/figure.css';
import '../../charts/drawing.css';
import '../../figures/kit/heat.css';
import '../../figures/kit/numbers.css';
import '../../figures/page/figures-page.css';
import '../../figures/slices/slices.css';
import '../../figures/funnel/funnel.css';
import '../../figures/score-pairs/score-pairs.css';
import '../../figures/instance-matrix/instance-matrix.css';
import '../../figures/length-score/length-score.css';
