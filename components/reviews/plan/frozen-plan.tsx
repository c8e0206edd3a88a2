import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PlanSection } from "#components/reviews/plan/plan-section.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { textIn, type Reason, type ReviewSettings } from "#lib/reviews/plan/schema.ts";

/** What opening fixed, as it is read. */
export async function FrozenPlan({ settings }: { settings: ReviewSettings }) {
  const t = await getTranslations("reviews.plan");
  const locale = await getLocale();
  const format = await getFormatter();
  const share = (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 1 });
  const { decisions, errorTypes, guidance, coverage } = settings;
  const named = (title: string, list: readonly Reason[]) => (
    <Table
      caption={title}
      hideCaption={false}
      columns={[
        { key: "words", label: title },
        { key: "key", label: t("frozen.key") },
      ]}
      rows={list.map(({ key, words }) => ({
        id: key,
        cells: { words: textIn(words, locale), key: { text: key, isCode: true } },
      }))}
    />
  );
  const facts: [label: string, value: ReactNode][] = [
    [t("work.batchSize"), format.number(settings.batchSize)],
    [t("work.order.label"), t(`work.order.${settings.order}`)],
    [t("work.tracks"), settings.tracks?.join(", ") ?? t("frozen.allTracks")],
    [t("work.leaseMinutes"), format.number(settings.leaseMinutes)],
    [t("checks.blind"), t(settings.blind ? "frozen.yes" : "frozen.no")],
    [t("coverage.first"), format.number(coverage.first)],
    [
      t("coverage.by.label"),
      coverage.by === "wilson"
        ? t("frozen.wilson", { level: share(coverage.level) })
        : t("coverage.by.estimate"),
    ],
    [t("checks.second"), share(settings.secondShare)],
    [t("checks.audit"), share(settings.auditRate)],
  ];
  return (
    <>
      <PlanSection id="decisions" title={t("decisions.title")}>
        <p>{t("frozen.accept", { word: textIn(decisions.acceptWord, locale) })}</p>
        <div className="grid gap-6 lg:grid-cols-2">
          {named(t("reasons.title"), decisions.reasons)}
          {named(t("errorTypes.title"), errorTypes)}
        </div>
        {textIn(guidance, locale) !== "" && (
          <details>
            <summary className="target w-fit cursor-pointer py-2 font-medium text-accent">
              {t("frozen.guidance")}
            </summary>
            <div className="measure grid gap-3">
              <Markdown text={textIn(guidance, locale)} under={2} />
            </div>
          </details>
        )}
      </PlanSection>
      <PlanSection id="coverage" title={t("coverage.title")}>
        <dl className="grid max-w-3xl gap-x-8 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="max-sm:mb-2">{value}</dd>
            </div>
          ))}
        </dl>
        <Table
          caption={t("coverage.bands")}
          columns={[
            { key: "from", label: t("frozen.from"), numeric: true },
            { key: "rate", label: t("frozen.rate"), numeric: true },
          ]}
          rows={coverage.bands.map(({ from, rateFrom, rateTo }) => ({
            id: String(from),
            cells: {
              from: share(from),
              rate:
                rateFrom === rateTo
                  ? share(rateFrom)
                  : t("frozen.falling", { from: share(rateFrom), to: share(rateTo) }),
            },
          }))}
        />
      </PlanSection>
    </>
  );
}
