import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table.tsx";
import { countStates, wordAsks } from "#lib/reports/checklist.ts";
import type { Point, PointState } from "#lib/reports/schema.ts";

const tones = {
  met: "success",
  partly: "warning",
  missing: "danger",
  not_applicable: "neutral",
} as const satisfies Record<PointState, string>;

/** What makes a comparison with people credible, and how far this study has it. */
export function ChecklistSection({ points }: { points: readonly Point[] }) {
  const t = useTranslations("reports");
  return (
    <>
      <p className="measure text-lg">{t("checklist.count", countStates(points))}</p>
      <Table
        caption={t("checklist.caption")}
        columns={(["point", "state", "found", "lacks"] as const).map((key) => ({
          key,
          label: t(`checklist.${key}`),
        }))}
        rows={points.map((point, i) => ({
          id: point.key,
          cells: {
            point: (
              <span className="grid min-w-40 gap-1">
                <span>
                  {i + 1}. {t(`points.${point.key}.title`)}
                </span>
                <span className="text-sm font-normal text-ink-muted">
                  {t("checklist.asks", { asks: wordAsks(point.key) })}
                </span>
              </span>
            ),
            state: <Badge tone={tones[point.state]}>{t(`states.${point.state}`)}</Badge>,
            found: (
              <span className="grid min-w-52 gap-1 wrap-anywhere">
                <span>{point.value}</span>
                {point.notes.map((note) => (
                  <span key={note} className="text-sm text-ink-muted">
                    {note}
                  </span>
                ))}
              </span>
            ),
            lacks: <Gaps point={point} nothing={t("checklist.nothing")} />,
          },
        }))}
      />
    </>
  );
}

function Gaps({ point: { gaps, state }, nothing }: { point: Point; nothing: string }) {
  if (gaps.length === 0)
    return <span className="text-ink-muted">{state === "not_applicable" ? "–" : nothing}</span>;
  return (
    <ul role="list" className="grid min-w-52 gap-2 wrap-anywhere">
      {gaps.map(({ what, mend }) => (
        <li key={what} className="grid">
          <span>{what}</span>
          <span className="text-sm text-ink-muted">{mend}</span>
        </li>
      ))}
    </ul>
  );
}
