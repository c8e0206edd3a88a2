import type { ReactNode } from "react";
import { Streamed } from "#components/ui/streamed.tsx";
import { peekIntervals, getIntervals, type Intervals } from "#lib/study-results/overview/intervals.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** With null while the resampling is under way. */
  draw: (intervals: Intervals | null) => ReactNode;
};

/** Figures at once, and their intervals as soon as they are there. */
export function WithIntervals({ rows, view, draw }: Props) {
  const ready = peekIntervals(rows, view);
  if (ready) return draw(ready);
  return (
    // Another key for other answers: what is newest isn't held back until its interval is known.
    <Streamed key={`${rows.stamp} ${viewKey(view)}`} fallback={draw(null)}>
      <Later rows={rows} view={view} draw={draw} />
    </Streamed>
  );
}

async function Later({ rows, view, draw }: Props) {
  return draw(await getIntervals(rows, view));
}
