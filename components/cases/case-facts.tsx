import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { casePath, runPath } from "#lib/paths.ts";
import { languageName } from "#components/benchmarks/track-table.tsx";
import { cellsOf } from "#components/task-kinds/cells.ts";
import type { CaseView } from "#lib/benchmarks/case-queries.ts";
import { isAsked } from "#lib/task-kinds/case-kinds.ts";
import { Link } from "#components/ui/link.tsx";
import { staffCaseOf } from "#components/task-kinds/staff-case.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { makerOf } from "#lib/studies/schema.ts";

/** What a participant is never shown: the right answer, where the case comes from, its versions. */
export async function CaseFacts({ slug, subject }: { slug: string; subject: CaseView }) {
  const t = await getTranslations("cases");
  const format = await getFormatter();
  const locale = await getLocale();
  const { kind, gold: right } = subject;
  const gold = right === null || !isAsked(kind) ? null : cellsOf(kind).numberCategory(subject, right);
  const facts = [
    ["gold", gold === null ? t("facts.noGold") : <bdi key="gold">{gold}</bdi>],
    ["track", <bdi key="track">{`${subject.track}, ${languageName(subject.language, locale)}`}</bdi>],
    ["form", t(`forms.${subject.form}`)],
    ["length", subject.answerLength === null ? t("facts.noLength") : format.number(subject.answerLength)],
    ["source", subject.source ? <bdi key="source">{subject.source}</bdi> : t("facts.noSource")],
    ...(subject.group ? ([["group", <bdi key="group">{subject.group}</bdi>]] as const) : []),
  ] as const;
  const own = Object.entries(subject.attributes ?? {});
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([name, value]) => (
        <Fact key={name} name={t(`facts.${name}`)}>
          {value}
        </Fact>
      ))}
      {own.map(([name, value]) => (
        <Fact key={`own ${name}`} name={<bdi>{name}</bdi>}>
          <bdi>{value}</bdi>
        </Fact>
      ))}
      <div className="min-w-0">
        <dt className="text-sm text-ink-muted">{t("facts.versions")}</dt>
        <dd>
          <ul role="list">
            {subject.versions.map((version) => {
              const words = t(version.retiredAt ? "facts.versionUntil" : "facts.versionSince", {
                number: version.number,
                since: format.dateTime(version.createdAt, { dateStyle: "medium" }),
                until: format.dateTime(version.retiredAt ?? version.createdAt, { dateStyle: "medium" }),
              });
              return (
                <li key={version.number}>
                  {version.number === subject.number ? (
                    <strong>{words}</strong>
                  ) : (
                    <a
                      href={casePath(slug, subject.track, subject.key, version.number)}
                      className="text-accent underline"
                    >
                      {words}
                    </a>
                  )}
                </li>
              );
            })}
          </ul>
        </dd>
      </div>
    </dl>
  );
}

const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-muted">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
);

type Prediction = CaseView["predictions"][number];

type Props = {
  slug: string;
  kind: KindName;
  predictions: readonly Prediction[];
  optionNames: readonly string[];
  gold: number | null;
};

/** What every run answered to one case; calls that failed stand apart, since they answered nothing. */
export async function Predictions({ slug, predictions, ...of }: Props) {
  const t = await getTranslations("cases.predictions");
  const answered = predictions.filter(({ failed }) => !failed);
  const failed = predictions.filter((prediction) => prediction.failed);
  if (predictions.length === 0) return <p className="text-ink-muted">{t("none")}</p>;
  const right = answered.filter(({ correct }) => correct).length;
  return (
    <div className="grid gap-4">
      <p className="figures text-ink-muted">
        {t("summary", { right, answered: answered.length, failed: failed.length })}
      </p>
      <ul role="list" className="grid gap-3 md:grid-cols-2">
        {answered.map((prediction) => (
          <PredictionCard key={prediction.runId} slug={slug} prediction={prediction} {...of} />
        ))}
      </ul>
      {failed.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{t("failedTitle")}</h3>
          <p className="text-sm text-ink-muted">{t("failedAbout")}</p>
          <ul role="list" className="grid gap-2 md:grid-cols-2">
            {failed.map((prediction) => (
              <li
                key={prediction.runId}
                className="grid min-w-0 gap-2 rounded-md border border-dashed border-edge px-3 py-2"
              >
                <RunName slug={slug} prediction={prediction} />
                <Answer text={prediction.text} model={prediction.model} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

async function PredictionCard({
  slug,
  kind,
  prediction,
  ...of
}: Omit<Props, "predictions"> & { prediction: Prediction }) {
  const t = await getTranslations("cases.predictions");
  const { correct, repaired, rank } = prediction;
  const { PredictedAnswer } = staffCaseOf(kind);
  return (
    <li className="grid min-w-0 content-start gap-2 rounded-md border border-line bg-raised px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RunName slug={slug} prediction={prediction} />
        {correct !== null && (
          <Badge tone={correct ? "success" : "danger"}>{t(correct ? "right" : "wrong")}</Badge>
        )}
      </div>
      <PredictedAnswer prediction={prediction} {...of} />
      <p className="figures flex flex-wrap gap-x-3 text-sm text-ink-muted">
        {rank !== null && <span>{t("rank", { rank })}</span>}
        {repaired && <span>{t("repaired")}</span>}
      </p>
      <Answer text={prediction.text} model={prediction.model} />
    </li>
  );
}

async function RunName({ slug, prediction }: { slug: string; prediction: Prediction }) {
  const t = await getTranslations("cases.predictions");
  const { runId, model, method, version, isDemo } = prediction;
  const made = makerOf(prediction);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Link href={runPath(slug, runId)} className="min-w-0 font-medium wrap-anywhere text-accent underline">
        <bdi>{model}</bdi>
      </Link>
      <span className="text-sm wrap-anywhere text-ink-muted">
        <bdi>{[method, version].filter(Boolean).join(" · ")}</bdi>
      </span>
      {isDemo && <Badge tone="info">{t("demo")}</Badge>}
      {made && <Badge tone="warning">{t(`made.${made}`)}</Badge>}
    </p>
  );
}

async function Answer({ text, model }: { text: string | null; model: string }) {
  const t = await getTranslations("cases.predictions");
  if (!text) return null;
  return (
    <details className="min-w-0">
      <summary className="py-1.5 text-sm font-medium text-accent">
        {t("answer")}
        <span className="sr-only"> {model}</span>
      </summary>
      <pre
        dir="auto"
        className="max-h-80 overflow-auto rounded-sm bg-sunken p-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
        tabIndex={0}
      >
        {text}
      </pre>
    </details>
  );
}
