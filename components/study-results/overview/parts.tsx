import { PartsTable } from "#components/study-results/overview/parts-table.tsx";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** The same by track and by stratum. */
export function Parts({ rows, view }: Props) {
  const { tracks, strata } = computeOverview(rows, view);
  const ofStratum = (stratum: string) => ({ ...view, stratum: stratum as View["stratum"] });
  return (
    <>
      <PartsTable
        rows={rows}
        view={view}
        kind="tracks"
        parts={tracks}
        viewOf={(track) => ({ ...view, track })}
      />
      <PartsTable rows={rows} view={view} kind="strata" parts={strata} viewOf={ofStratum} />
    </>
  );
}
