/** The sheets of all figures of cases. */
import '../../figures/kit/figure.css';
import '../../charts/drawing.css';
import '../../figures/kit/heat.css';
import '../../figures/page/case-figures.css';
