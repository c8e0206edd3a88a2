import { useTranslations } from "next-intl";
import { useJudgedNumbers, type JudgedAssumed } from "#components/builder/power/judged-numbers.ts";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import { leastForClaim } from "#lib/metrics/claim.ts";
import { leastDiffering } from "#lib/metrics/grouped/method-differences.ts";
import type { JudgedPower as Row } from "#lib/studies/opening/judged-power.ts";

const columns = ["track", "what", "cases", "raters", "half", "difference"] as const;
const reasonOf = ({ measure, planned }: Row) =>
  planned ? planned.figures.reason : measure === "levels" ? "levels" : "no_sample";

/** Of tracks where no answer is right, each by itself. */
export function JudgedPower({ rows, assumed }: { rows: readonly Row[]; assumed: JudgedAssumed }) {
  const t = useTranslations("builderPlan.power.judged");
  const { size, count } = useJudgedNumbers();
  const cellsOf = (row: Row) => {
    const { planned, measure } = row;
    const reason = reasonOf(row);
    const why = reason && t(`short.${reason}`);
    if (!planned) return { half: why };
    const { layout, figures } = planned;
    const { half, difference, differenceReason } = figures;
    return {
      cases: t("cases", { cases: count(layout.groups * layout.casesEach), groups: count(layout.groups) }),
      raters: t("raters", { each: count(layout.ratersEach), all: count(layout.raters) }),
      half: half === null ? why : t("half", { size: size(measure, half) }),
      difference:
        difference === null ? differenceReason && t(`short.${differenceReason}`) : size(measure, difference),
    };
  };
  return (
    <section aria-labelledby="power-judged" className="grid gap-4">
      <h3 id="power-judged" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <LiveTable
        caption={t("caption")}
        columns={columns.map((key) => ({
          key,
          label: t(`columns.${key}`),
          numeric: key === "half" || key === "difference",
          atLeast: 32 as const,
        }))}
        rows={rows.map((row) => ({
          id: row.track,
          cells: { track: row.track, what: t(`measures.${row.measure}`), ...cellsOf(row) },
        }))}
      />
      <ul className="measure grid list-disc gap-2 pl-5">
        {rows.map((row) => (
          <li key={row.track}>
            <strong>{row.track}.</strong> <Saying row={row} />
          </li>
        ))}
      </ul>
      <Method rows={rows} assumed={assumed} />
    </section>
  );
}

function Saying({ row }: { row: Row }) {
  const t = useTranslations("builderPlan.power.judged");
  const { size, count } = useJudgedNumbers();
  const { measure, planned } = row;
  const reason = reasonOf(row);
  const least = { answers: leastForClaim.answers, cases: leastForClaim.cases, groups: leastDiffering };
  if (reason || !planned) return reason && t(`reasons.${reason}`, least);
  const { figures, withMore, layout } = planned;
  const { half, difference, differenceReason } = figures;
  const said: string[] = [];
  if (half !== null)
    said.push(
      t(measure === "wins" ? "saying.pooled" : "saying.interval", { measure, half: size(measure, half) }),
    );
  if (withMore.people !== null && withMore.groups !== null)
    said.push(
      t("saying.more", { people: size(measure, withMore.people), groups: size(measure, withMore.groups) }),
    );
  if (difference !== null)
    said.push(
      t(measure === "wins" ? "saying.preference" : "saying.difference", {
        difference: size(measure, difference),
        groups: count(layout.sharedGroups ?? layout.groups),
      }),
    );
  if (differenceReason) said.push(t(`reasons.${differenceReason}`, least));
  return said.join(" ");
}

/** What was assumed, so that a reviewer can judge it. */
function Method({ rows, assumed: { mean, share } }: { rows: readonly Row[]; assumed: JudgedAssumed }) {
  const t = useTranslations("builderPlan.power.judged.method");
  const { plain, points, percent } = useJudgedNumbers();
  const has = (isMean: boolean) => rows.some((row) => row.planned && (row.measure === "mean") === isMean);
  return (
    <details className="measure text-ink-muted">
      <summary className="target flex w-fit items-center font-medium text-accent">{t("title")}</summary>
      <div className="mt-2 grid gap-2">
        <p>{t("model")}</p>
        {has(true) && (
          <p>
            {t("mean", {
              caseSd: plain(mean.caseSd),
              raterSd: plain(mean.raterSd),
              noiseSd: plain(mean.noiseSd),
              alpha: plain(mean.alpha),
            })}
          </p>
        )}
        {has(false) && (
          <p>
            {t("share", {
              share: percent(share.share),
              caseSd: points(share.caseSd),
              raterSd: points(share.raterSd),
              alpha: plain(share.alpha),
            })}
          </p>
        )}
        <p>{t("limits")}</p>
      </div>
    </details>
  );
}
