import { pageOfPoint } from "#components/reports/pages-of-points.ts";
import { muted } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { countStates, wordAsks } from "#lib/reports/checklist/checklist.ts";
import type { Point, PointState } from "#lib/reports/schema.ts";
import type { View } from "#lib/study-results/schema.ts";
import { t } from "#lib/reports/words.ts";

const tones = {
  met: "success",
  partly: "warning",
  missing: "danger",
  not_applicable: "neutral",
} as const satisfies Record<PointState, string>;

type Props = { points: readonly Point[]; view: View; study: { slug: string } };

/** What makes a comparison with people credible, and how far this study has it. */
export function ChecklistSection({ points, view, study: { slug } }: Props) {
  const nothing = muted(t("checklist.nothing"));
  return (
    <>
      <p className="measure text-lg">{t("checklist.count", { ...countStates(points), of: points.length })}</p>
      {/* A hash has no place to break it at. */}
      <div className="grid min-w-0 wrap-anywhere">
        <Table
          caption={t("checklist.caption")}
          columns={[
            { key: "point", label: t("checklist.point"), atLeast: 40 },
            { key: "state", label: t("checklist.state") },
            { key: "found", label: t("checklist.found"), atLeast: 56 },
            { key: "lacks", label: t("checklist.lacks"), atLeast: 56 },
          ]}
          rows={points.map((point, i) => ({
            id: point.key,
            cells: {
              point: [
                `${i + 1}. `,
                { text: t(`points.${point.key}.title`), href: pageOfPoint(point.key, slug, view) },
                { line: t("checklist.asks", { asks: wordAsks(point.key) }), isMuted: true },
              ],
              state: { badge: t(`states.${point.state}`), tone: tones[point.state] },
              found: [point.value, ...point.notes.map((note) => ({ line: note, isMuted: true }))],
              lacks: tellGaps(point, nothing),
            },
          }))}
        />
      </div>
    </>
  );
}

function tellGaps({ gaps, state }: Point, nothing: Cell): Cell {
  if (gaps.length === 0) return state === "not_applicable" ? muted("–") : nothing;
  return (
    <ul role="list" className="grid gap-2">
      {gaps.map(({ what, mend }) => (
        <li key={what}>
          {what}
          <span className="block text-sm text-ink-muted">{mend}</span>
        </li>
      ))}
    </ul>
  );
}
