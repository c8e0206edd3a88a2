import { useFormatter, useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { ConfidenceStage, StageLine } from "#components/benchmarks/confidence-stage.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import type { DropReason } from "#lib/benchmarks/lineage/pool-schema.ts";
import {
  type DistractorsStage,
  type LengthStage,
  type Lineage as Links,
  type LineageStage,
  type PoolStage,
  type ReviewStage as Review,
} from "#lib/benchmarks/lineage/schema.ts";
import { drawLineage, formatLineage } from "#lib/curation/funnel.ts";
import { benchmarkExportAddress, benchmarkPath, poolPath, funnelAddress, reviewPath } from "#lib/paths.ts";

/** What these cases went through, from the pool or the first benchmark on, and who chose them how. */
export function Lineage({ slug, lineage }: { slug: string; lineage: Links }) {
  const t = useTranslations("benchmarks.lineage");
  return (
    <section aria-labelledby="lineage" className="mt-12 grid gap-4">
      <h2 id="lineage" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <ol className="grid gap-6">
        {lineage.map(({ benchmark, parent, stages, isReceived = false }, place) => (
          <li key={place} className="grid gap-3">
            <p className="measure">
              {t.rich(wordsOf(!isReceived && benchmark.slug === slug, parent === null), {
                child: () => <ToBenchmark {...benchmark} isHere={!isReceived} />,
                name: () => parent && <ToBenchmark {...parent} isHere={!isReceived} />,
              })}{" "}
              {isReceived && t("received")}
            </p>
            {isReceived ? (
              <StagesElsewhere stages={stages} />
            ) : (
              stages.map((stage, i) => <Stage key={i} stage={stage} slug={benchmark.slug} />)
            )}
          </li>
        ))}
      </ol>
      <Funnel slug={slug} lineage={lineage} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink href={benchmarkExportAddress(slug, "lineage.json")} download>
          {t("download")}
        </ButtonLink>
        <span className="text-sm text-ink-muted">
          {t("digest")} <code className="font-mono wrap-anywhere">{writeLineage(lineage).hash}</code>
        </span>
      </p>
    </section>
  );
}

const wordsOf = (isOwn: boolean, isFromPool: boolean) =>
  isFromPool ? (isOwn ? "fromPool" : "beforePool") : isOwn ? "from" : "before";

/** What they lead to isn’t here. */
function StagesElsewhere({ stages }: Pick<Links[number], "stages">) {
  return (
    <ul className="grid gap-1">
      {stages.map((stage, i) => (
        <li key={i} className="measure">
          <StageLine stage={stage} />
        </li>
      ))}
    </ul>
  );
}

type ToProps = { slug: string; name: string; isHere: boolean };

const ToBenchmark = ({ slug, name, isHere }: ToProps) =>
  isHere ? (
    <Link href={benchmarkPath(slug)} className="text-accent underline">
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );

/** A component for each kind of stage; `slug` is of the benchmark that it made. */
function Stage({ stage, slug }: { stage: LineageStage; slug: string }) {
  switch (stage.stage) {
    case "pool":
      return <PoolOfExchanges stage={stage} slug={slug} />;
    case "length":
      return <Length stage={stage} slug={slug} />;
    case "distractors":
      return <Distractors stage={stage} slug={slug} />;
    case "review":
      return <ReviewStage stage={stage} />;
    case "confidence":
      return <ConfidenceStage stage={stage} slug={slug} />;
  }
}

type StageProps<Stage> = { stage: Stage; /** Of the benchmark that was made of the pool. */ slug: string };

/** What was in the files. */
function PoolOfExchanges({ slug, stage }: StageProps<PoolStage>) {
  const t = useTranslations("benchmarks.lineage.pool");
  return (
    <div className="grid gap-1">
      <p className="measure">
        <StageLine stage={stage} /> <Dropped slug={slug} reasons={stage.counts.reasons} />
      </p>
      <ul role="list" className="grid gap-1 text-sm text-ink-muted">
        {stage.settings.files.map(({ name, sha256 }) => (
          <li key={sha256}>
            {t.rich("file", { name: () => <bdi className="wrap-anywhere">{name}</bdi> })}{" "}
            <code className="font-mono wrap-anywhere">{sha256}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Last turns that say too little to tell who says it. */
const Length = ({ slug, stage }: StageProps<LengthStage>) => (
  <p className="measure">
    <StageLine stage={stage} /> <Dropped slug={slug} reasons={stage.counts.reasons} />
  </p>
);

/** Whose names stand beside the right one. */
function Distractors({ slug, stage }: StageProps<DistractorsStage>) {
  const t = useTranslations("benchmarks.lineage.distractors");
  return (
    <div className="grid gap-2">
      <p className="measure">
        <StageLine stage={stage} /> <Dropped slug={slug} reasons={stage.counts.reasons} />
      </p>
      <ul role="list" className="grid gap-2">
        {stage.models.map((model) => (
          <Model key={model.model} {...model} />
        ))}
      </ul>
      <p>
        <Link href={poolPath(slug)} className="text-accent underline">
          {t("look")}
        </Link>
      </p>
    </div>
  );
}

/** Whose vectors said who is near. */
function Model({ model, length, host, isFake, sha256 }: DistractorsStage["models"][number]) {
  const t = useTranslations("benchmarks.lineage.distractors");
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <bdi className="font-medium wrap-anywhere">{model}</bdi>
        {isFake && <Badge tone="warning">{t("fake")}</Badge>}
        <span className="text-ink-muted">
          {t("vectors", { length, from: host === undefined ? "no" : "host", host: host ?? "" })}
        </span>
      </p>
      <p className="text-sm text-ink-muted">
        {t("file")} <code className="font-mono wrap-anywhere">{sha256}</code>
      </p>
    </li>
  );
}

/** To the exchanges that a stage dropped, one by one. */
function Dropped({ slug, reasons }: { slug: string; reasons: Partial<Record<DropReason, number>> }) {
  const t = useTranslations("benchmarks.lineage.pool");
  return Object.entries(reasons).map(([reason, count]) => (
    <Link key={reason} href={`${poolPath(slug)}?reason=${reason}#drops`} className="text-accent underline">
      {t("dropped", { count })}
    </Link>
  ));
}

function ReviewStage({ stage: { settings, counts } }: { stage: Review }) {
  const t = useTranslations("benchmarks.lineage");
  return (
    <div className="grid gap-1">
      <p className="measure">
        {t.rich("review", {
          items: counts.items,
          accepted: counts.accepted,
          kept: counts.acceptedInBatches,
          link: (words) => (
            <Link href={reviewPath(settings.review)} className="text-accent underline">
              {words}
            </Link>
          ),
        })}{" "}
        <Errors counts={counts} />
      </p>
      <p className="text-sm text-ink-muted">
        {t("plan")} <code className="font-mono wrap-anywhere">{settings.manifest}</code>
      </p>
    </div>
  );
}

function Errors({ counts }: Pick<Review, "counts">) {
  const t = useTranslations("benchmarks.lineage");
  const format = useFormatter();
  const share = (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 2 });
  const formatRate = (words: "errors" | "corrected", [value, low, high]: readonly (number | undefined)[]) =>
    value === undefined || low === undefined || high === undefined
      ? null
      : t(words, { share: share(value), low: share(low), high: share(high) });
  const plain = formatRate("errors", [counts.errorRate, counts.errorRateLow, counts.errorRateHigh]);
  const corrected = formatRate("corrected", [
    counts.correctedErrorRate,
    counts.correctedErrorRateLow,
    counts.correctedErrorRateHigh,
  ]);
  const isAllChecked = counts.checked === counts.decided;
  return [isAllChecked ? t("allChecked") : (plain ?? t("noErrors")), corrected].filter(Boolean).join(" ");
}

/** How many cases each stage took and left, as the paper's Figure 2 has them. */
async function Funnel({ slug, lineage }: { slug: string; lineage: Links }) {
  const t = await getTranslations("curation.funnel.columns");
  const locale = await getLocale();
  const { title, figure, csv } = drawLineage(lineage, locale);
  const [head = [], ...lines] = csv;
  return (
    <FigureFrame
      id="funnel"
      level={3}
      title={title}
      sentence={formatLineage(lineage, locale)}
      figure={figure}
      table={
        <Table
          isTight
          caption={title}
          hideCaption
          columns={head.map((key, i) => ({
            key: String(i),
            label: t(String(key) as "stage"),
            numeric: key === "count",
          }))}
          rows={lines.map((line, i) => ({
            id: String(i),
            cells: Object.fromEntries(line.map((cell, j) => [String(j), String(cell ?? "")])),
          }))}
        />
      }
      downloads={(format) => funnelAddress(slug, format)}
    />
  );
}
