import type { ReactNode } from "react";
import { getTranslations, getLocale, getFormatter } from "next-intl/server";
import type { SetupStep } from "#components/workbench/setup-steps.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { StudyBadges } from "#components/studies/study-frame.tsx";
import { StudyProgress, type StudyCounts } from "#components/studies/study-progress.tsx";
import { demoRemovalPath, studyPath, resultsPath, recordPath } from "#lib/paths.ts";
import { Drawn } from "#components/charts/drawn.tsx";
import { drawInPage } from "#lib/figures/svg.ts";
import { drawOverview } from "#lib/results/render/forest.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { readView, writeView } from "#lib/study-results/schema.ts";
import { formatAction } from "#components/record/action-words.ts";
import type { RecordedEvent, Subject } from "#lib/audit/queries.ts";
import { ButtonLink } from "#components/ui/button.tsx";

/** From an empty instance to figures. What is done stays in the list, crossed off by a sign and in words. */
export async function SetupChecklist({ steps }: { steps: readonly SetupStep[] }) {
  const t = await getTranslations("admin.setup");
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="setup" className="grid max-w-3xl gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="setup" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <p className="figures text-ink-muted">{t("done", { done, all: steps.length })}</p>
      </div>
      <ol role="list" className="overflow-hidden rounded-lg border border-line bg-raised">
        {steps.map((step, index) => (
          <Step key={step.name} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

type StepProps = { step: SetupStep; number: number; isNext: boolean };

async function Step({ step: { name, isDone, href }, number, isNext }: StepProps) {
  const t = await getTranslations("admin.setup");
  const look = isDone
    ? "border-success text-success"
    : isNext
      ? "border-accent bg-accent text-accent-ink"
      : "border-edge text-ink-muted";
  return (
    <li
      className={`flex items-start gap-4 border-t border-line px-4 py-3 first:border-t-0 ${isNext ? "bg-accent-tint" : ""}`}
    >
      <span
        aria-hidden
        className={`figures mt-0.5 grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold ${look}`}
      >
        {isDone ? <Icon name="check" className="size-4" /> : number}
      </span>
      <span className="min-w-0 grow">
        <Link href={href} className="font-medium text-accent underline">
          {t(`steps.${name}`)}
        </Link>
      </span>
      <span className={`shrink-0 text-sm ${isDone ? "text-success" : "text-ink-muted"}`}>
        {t(isDone ? "isDone" : isNext ? "isNext" : "isOpen")}
      </span>
    </li>
  );
}

type Study = StudyCounts & { slug: string; title: string; isDemo: boolean; hasSimulated: boolean };

/** Those that people can answer now, or could a moment ago. */
export async function OpenStudies({ studies }: { studies: readonly Study[] }) {
  const t = await getTranslations("admin.open");
  return (
    <section aria-labelledby="open" className="grid content-start gap-3">
      <h2 id="open" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {studies.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <ul role="list" className="grid gap-5">
          {studies.map((study) => (
            <li key={study.slug} className="grid gap-1.5">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  href={studyPath(study.slug)}
                  className="font-medium wrap-anywhere text-accent underline"
                >
                  <bdi>{study.title}</bdi>
                </Link>
                <StudyBadges study={study} />
              </span>
              <StudyProgress study={study} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const width = 480;

/** What came of the study that closed last: the figure of its results, in small; of several kinds, of the first that has one. */
export async function ClosedStudy({ byKind }: { byKind: readonly StudyRows[] }) {
  const locale = await getLocale();
  const drawn = byKind.flatMap((rows) => {
    const made = drawOverview(rows, readView({}, rows), { locale });
    return made ? [{ rows, made }] : [];
  })[0];
  if (!drawn) return null;
  const { rows, made } = drawn;
  const t = await getTranslations("admin.closed");
  const nameOf = await getTranslations("cases.filter.kinds");
  const { slug, title } = rows.study;
  const others = rows.kinds.filter((kind) => kind !== rows.kind);
  return (
    <figure aria-labelledby="closed" className="grid content-start gap-3">
      <figcaption className="grid">
        <h2 id="closed" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <Link
          href={resultsPath(slug, "overview", writeView(readView({}, rows)))}
          className="w-fit wrap-anywhere text-accent underline"
        >
          <bdi>{title}</bdi>
        </Link>
        {others.length > 0 && (
          <>
            <p className="text-sm text-ink-muted">{t("kind", { kind: nameOf(rows.kind) })}</p>
            <ul role="list" className="flex flex-wrap items-center gap-x-4 text-sm">
              <li className="text-ink-muted">{t("others")}</li>
              {others.map((kind) => (
                <li key={kind}>
                  <Link
                    href={resultsPath(slug, "overview", new URLSearchParams({ kind }))}
                    className="target inline-flex items-center text-accent underline"
                  >
                    {nameOf(kind)}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </figcaption>
      <span role="img" aria-label={made.title} className="sr-only" />
      <Drawn drawn={drawInPage(made.figure, width)} className="max-w-120" />
    </figure>
  );
}

type Event = RecordedEvent & { subject: Subject | null };

/** The last lines of the record: who, what, to what. */
export async function LatestEvents({ events }: { events: readonly Event[] }) {
  const t = await getTranslations("admin.record");
  const record = await getTranslations("record");
  const format = await getFormatter();
  return (
    <section aria-labelledby="record" className="grid min-w-0 grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="record" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <Link href={recordPath} className="text-accent underline">
          {t("all")}
        </Link>
      </div>
      <ul role="list" className="grid grid-cols-1">
        {events.map((event) => (
          <li
            key={String(event.id)}
            className="flex items-baseline gap-x-3 border-t border-line py-1.5 first:border-t-0 max-sm:flex-wrap"
          >
            <span className="min-w-0 grow sm:truncate max-sm:basis-full">
              {formatAction(record, event.action, event.subject)}
              {event.subject?.name && <bdi className="text-ink-muted"> {event.subject.name}</bdi>}
            </span>
            <span className="figures shrink-0 text-sm text-ink-muted">
              <bdi>{event.actorName ?? record(`filter.origins.${event.origin}`)}</bdi>
              {", "}
              <time dateTime={event.at.toISOString()}>
                {format.dateTime(event.at, { dateStyle: "medium", timeStyle: "short" })}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Demo = { slug: string; title: string; submitted: number };

/** The demo, where it was loaded; else how to load it. */
export async function DemoNote({ demo, children }: { demo: Demo | null; children?: ReactNode }) {
  const t = await getTranslations("admin.demo");
  return (
    <section
      aria-labelledby="demo"
      className="grid max-w-3xl gap-2 rounded-lg border border-line bg-raised px-4 py-3"
    >
      <h2 id="demo" className="font-semibold">
        {t("title")}
      </h2>
      {demo ? (
        <>
          <p className="text-ink-muted">{t("about")}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ButtonLink href={demo.submitted > 0 ? resultsPath(demo.slug) : studyPath(demo.slug)}>
              {t("look")}
            </ButtonLink>
            <Link href={demoRemovalPath} className="target inline-flex items-center text-accent underline">
              {t("remove")}
            </Link>
          </div>
          {children}
        </>
      ) : (
        <p className="text-ink-muted">
          {t.rich("load", {
            command: () => (
              <code className="rounded-sm bg-sunken px-1 font-mono text-sm">
                npm run benchside -- demo seed
              </code>
            ),
          })}
        </p>
      )}
    </section>
  );
}
