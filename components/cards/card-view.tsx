import { formatClusters } from "#lib/study-results/cluster-words.ts";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import type { Card } from "#lib/cards/schema.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { cardFilePath, cardKeyAddress } from "#lib/paths.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { pointKeys, pointStates, type PointState } from "#lib/reports/schema.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { named, percent, range } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { drawCard } from "#lib/cards/figure.ts";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";

/** What a card says, for everybody: everything on it stands in the signed file. */
export async function CardView({ card, code }: { card: Card; code: string }) {
  const t = await getTranslations("cards");
  const arms = await getTranslations("builderPlan.assignment.arms.differences");
  const { study, plan } = card;
  return (
    <article className="grid min-w-0 gap-10">
      <header className="grid gap-3">
        <p className="text-sm font-semibold text-ink-muted">{t("label")}</p>
        <h1 dir="auto" className="text-2xl font-semibold tracking-tight wrap-anywhere">
          {study.title}
        </h1>
        <p className="text-ink-muted">{t("tagline")}</p>
        {study.who === "simulated" && <Callout tone="warning">{t("simulated")}</Callout>}
        {study.isDemo && <Callout tone="warning">{t("demo")}</Callout>}
        {study.arms && (
          <Callout>
            {t("arms", {
              count: study.arms.count,
              differ: arms(`${study.arms.differ}.name`),
            })}
          </Callout>
        )}
        {!plan.isIntact && <Callout tone="danger">{t("changedPlan")}</Callout>}
      </header>
      <Part name="headline">
        <CardHeadline card={card} />
      </Part>
      <CardFigure card={card} />
      <Part name="study">
        <Study card={card} />
      </Part>
      <Part name="checklist">
        <CardChecklist card={card} />
      </Part>
      <Part name="signature">
        <Signature card={card} code={code} />
      </Part>
    </article>
  );
}

async function Part({
  name,
  children,
}: {
  name: "headline" | "study" | "checklist" | "signature";
  children: ReactNode;
}) {
  const t = await getTranslations("cards");
  return (
    <section aria-labelledby={name} className="grid min-w-0 gap-3">
      <h2 id={name} className="text-xl font-semibold">
        {t(`${name}.title`)}
      </h2>
      {children}
    </section>
  );
}

type Fact = { name: string; value: ReactNode; hint?: string };

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(9rem,max-content)_1fr]">
    {facts.map(({ name, value, hint }) => (
      <div key={name} className="grid min-w-0 gap-x-6 gap-y-0.5 sm:col-span-2 sm:grid-cols-subgrid">
        <dt className="text-ink-muted">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">
          {value}
          {hint !== undefined && <span className="block text-sm text-ink-muted">{hint}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

const Code = ({ children }: { children: string }) => <code className="font-mono text-sm">{children}</code>;

/** As somebody typed it. */
const Typed = ({ children }: { children: string }) => <bdi className="whitespace-pre-line">{children}</bdi>;

async function Study({ card: { study, plan, licence, contact } }: { card: Card }) {
  const t = await getTranslations("cards.study");
  const format = await getFormatter();
  const kinds = wordsIn(await getLocale(), "cases.filter.kinds");
  const kind = kindNames.find((name) => name === study.kind);
  const day = (date: string) => format.dateTime(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  const typed = { ...study.recruitment, licence, contact };
  const said = (["how", "where", "eligibility", "licence", "contact"] as const).flatMap((key): Fact[] => {
    const value = typed[key];
    return value === null ? [] : [{ name: t(key), value: <Typed>{value}</Typed> }];
  });
  return (
    <Facts
      facts={[
        { name: t("benchmark"), value: <Typed>{study.benchmark}</Typed> },
        { name: t("kind"), value: kind === undefined ? study.kind : kinds(kind) },
        { name: t("period"), value: t("periodOf", { from: day(study.openedAt), to: day(study.closedAt) }) },
        ...said,
        {
          name: t("plan", { date: day(plan.frozenAt) }),
          value: <Code>{plan.hash}</Code>,
          hint: t("planHint"),
        },
      ]}
    />
  );
}

async function Signature({ card, code }: { card: Card; code: string }) {
  const t = await getTranslations("cards.signature");
  const format = await getFormatter();
  const { issue, issuedAt, signature } = card;
  const link = "target inline-flex items-center text-accent underline";
  const date = format.dateTime(new Date(issuedAt), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return (
    <>
      <p className="measure">{t("intro")}</p>
      <p className="measure">
        {t("issue", { issue, date: `${date} UTC` })}. <span className="text-ink-muted">{t("again")}</span>
      </p>
      <p className="flex flex-wrap gap-x-6">
        <a href={cardFilePath(code)} download={`card-${issue}.json`} className={link}>
          {t("file")}
        </a>
        <a href={cardKeyAddress} className={link}>
          {t("key")}
        </a>
      </p>
      <Facts
        facts={[
          { name: t("fingerprint"), value: <Code>{signature.fingerprint}</Code> },
          {
            name: t("verify"),
            value: (
              <Code>{`npm run -s benchside -- verify card-${issue}.json --key ${signature.fingerprint}`}</Code>
            ),
          },
        ]}
      />
    </>
  );
}

const tones = {
  met: "success",
  partly: "warning",
  missing: "danger",
  not_applicable: "neutral",
} as const satisfies Record<PointState, Tone>;

/** What makes a baseline credible, and how far this one has it. */
async function CardChecklist({ card: { checklist } }: { card: Card }) {
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

/** People by track, and models where the card has them, with the same numbers as a table. */
async function CardFigure({ card }: { card: Card }) {
  const t = await getTranslations("cards.figure");
  const input = drawCard(card, await getLocale());
  return (
    <FigureFrame
      id="figure"
      title={t("title", { who: card.study.who, models: card.models ? "yes" : "no" })}
      sentence={t("sentence", { level: Math.round(100 * card.people.level), tracks: card.tracks.length })}
      figure={{ kind: "forest", input }}
      table={
        <Table
          caption={t("caption")}
          columns={[
            { key: "name", label: t("name") },
            { key: "kind", label: t("kind") },
            { key: "share", label: t("axis"), numeric: true },
            { key: "interval", label: input.words.interval, numeric: true },
            { key: "n", label: t("n"), numeric: true },
          ]}
          rows={input.groups.flatMap(({ rows }) =>
            rows.map((row) => ({
              id: row.id,
              cells: {
                name: named(row.label),
                kind: row.note,
                share: row.instead ?? percent(row.value),
                interval: range(row),
                n: row.n,
              },
            })),
          )}
        />
      }
    />
  );
}

/** The one figure of a card, and what it is over. */
async function CardHeadline({ card: { people, study, selection, filters = [] } }: { card: Card }) {
  const t = await getTranslations("cards.headline");
  const locale = await getLocale();
  const { accuracy, low, high, chance, works, clusterUnit = "work", unanswered } = people;
  const { cases, answers } = people;
  const level = Math.round(100 * people.level);
  return (
    <>
      <dl className="grid">
        <dt className="font-semibold">{t(study.who)}</dt>
        <dd className="text-5xl leading-tight font-semibold tracking-tight tabular-nums">
          {accuracy === null ? t("none") : `${inPercent(accuracy)}%`}
        </dd>
        <dd>
          {accuracy === null
            ? t("tooFew")
            : low === null || high === null
              ? t("noInterval")
              : t("interval", { level, range: inRange(low, high) })}
        </dd>
        <dd className="text-ink-muted">{t("counts", { people: people.people, cases, answers })}</dd>
      </dl>
      <div className="measure grid gap-1">
        {selection && (
          <p>{t("selected", { model: selection.model, threshold: String(selection.threshold) })}</p>
        )}
        {filters.length > 0 && <p>{t("filtered", { cases: formatSelectedCases(filters, locale) ?? "" })}</p>}
        {works !== null && <p>{t("works", { clusters: formatClusters(works, clusterUnit, locale) })}</p>}
        {unanswered > 0 && <p>{t("unanswered", { count: unanswered })}</p>}
        {chance !== null && <p>{t("chance", { share: inPercent(chance) })}</p>}
      </div>
    </>
  );
}
