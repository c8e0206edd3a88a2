import { PartsTable } from "#components/study-results/overview/parts-table.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import type { PartPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { compareBest, type Compared } from "#lib/study-results/overview/variants.ts";

type Props = { rows: StudyRows; view: View };

/** The same by track and by stratum. */
export function Parts({ rows, view }: Props) {
  const { tracks, strata } = computeOverview(rows, view);
  const kinds = [
    { kind: "tracks" as const, parts: tracks, viewOf: (track: string) => ({ ...view, track }) },
    {
      kind: "strata" as const,
      parts: strata,
      viewOf: (stratum: string) => ({ ...view, stratum: stratum as View["stratum"] }),
    },
  ];
  return kinds.map((division) => (
    <Streamed
      key={`${division.kind} ${rows.stamp} ${viewKey(view)}`}
      fallback={<PartsTable {...{ rows, view }} {...division} compared={null} />}
    >
      <ComparedParts {...{ rows, view }} {...division} />
    </Streamed>
  ));
}

type Kind = {
  rows: StudyRows;
  view: View;
  kind: "tracks" | "strata";
  parts: readonly PartPoints[];
  viewOf: (name: string) => View;
};

async function ComparedParts({ rows, parts, viewOf, ...rest }: Kind) {
  const compared: Compared[] = [];
  for (const { name, points } of parts) compared.push(await compareBest(rows, viewOf(name), points));
  return <PartsTable rows={rows} parts={parts} viewOf={viewOf} {...rest} compared={compared} />;
}
