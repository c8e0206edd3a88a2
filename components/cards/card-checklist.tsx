import { getTranslations } from "next-intl/server";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { Card } from "#lib/cards/schema.ts";
import { pointKeys, pointStates, type PointState } from "#lib/reports/schema.ts";

const tones = {
  met: "success",
  partly: "warning",
  missing: "danger",
  not_applicable: "neutral",
} as const satisfies Record<PointState, Tone>;

/** What makes a baseline credible, and how far this one has it. */
export async function CardChecklist({ card: { checklist } }: { card: Card }) {
  const t = await getTranslations("cards.checklist");
  const count = (state: PointState) => checklist.filter((point) => point.state === state).length;
  const counts = Object.fromEntries(pointStates.map((state) => [state, count(state)]));
  const nameOf = ({ key, title }: Card["checklist"][number]) => {
    const known = pointKeys.find((one) => one === key);
    return known === undefined ? title : t(`points.${known}`);
  };
  return (
    <>
      <p className="measure text-ink-muted">{t("intro")}</p>
      <p className="measure">
        {t("count", { ...(counts as Record<PointState, number>), of: checklist.length })}
      </p>
      <ol aria-label={t("caption")} className="grid gap-4">
        {checklist.map((point) => (
          <li key={point.key} className="grid min-w-0 gap-1 border-t border-line pt-3">
            <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              {nameOf(point)}
              <Badge tone={tones[point.state]}>{t(`states.${point.state}`)}</Badge>
            </h3>
            <div lang="en" className="measure grid gap-1 text-sm wrap-anywhere">
              {point.found !== null && <p>{point.found}</p>}
              {point.lacks.map((lack) => (
                <p key={lack} className="text-ink-muted">
                  {lack}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
