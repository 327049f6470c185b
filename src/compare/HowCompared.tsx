import { HowToRead } from '../ui/HowToRead.tsx';

/** How every part of a comparison is read. */
export function HowCompared() {
  return (
    <HowToRead>
      <p>
        Each line of the picture is the ranking value of a main table, at most four tables per benchmark; its bar is the
        95 % interval of the difference. Units differ, so a difference is drawn as a share of the distance from that
        table’s worst judge to its best. Numbers keep their own unit.
      </p>
      <p>
        Tables are compared by two values and their errors alone, as if errors on shared items were not negatively
        correlated. Each difference is tested by itself at 5 %: about five in a hundred equal pairs will look different.
        Averages contain their parts, so counts of columns are no test. “Equal as shown” is a difference of less than
        half of the last digit.
      </p>
      <p>
        Case by case is sharper. Differences rest only on judgments that both have, with standard errors over clusters
        of cases, and are not tested where the two share less than half. p is adjusted for all lines of its table
        (Holm). A case counts for the side that gets more of the metric’s points there, and for neither if only one
        judged it. Every number opens its cases.
      </p>
    </HowToRead>
  );
}
