import "#components/ui/alone-on-paper.css";
import "./report.css";
import type { ReactNode } from "react";
import { ChecklistSection } from "#components/reports/checklist-section.tsx";
import { Captioned, TableSection } from "#components/reports/table-section.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { OpenFolds } from "#components/study-results/overview/open-folds.tsx";
import type { Report } from "#lib/reports/compose.ts";
import { listHead, explainStanding } from "#lib/reports/head.ts";
import { t, joinList, formatRunName, formatDate } from "#lib/reports/words.ts";
import { Link } from "#components/ui/link.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { resultsCasePath, planPath, resultsPath, detailsPath, figureDownloads } from "#lib/paths.ts";
import { type CaseStudy, listChosen, listModels, titleOf } from "#lib/reports/case-studies/case-studies.ts";
import { writeView, type View, type Population } from "#lib/study-results/schema.ts";
import { muted, named } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import type { ReportFigure } from "#lib/reports/report-figures.ts";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { renderMethodsText, type MethodsSection as Section } from "#lib/reports/methods/methods.ts";
import { fieldOf, formatGapName, splitAtGaps } from "#lib/reports/methods/unstated.ts";
import { parityFields } from "#lib/model-runs/schema.ts";
import type { ParityRecord } from "#lib/reports/parity.ts";
import { inPercent } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";

const parts = ["figures", "checklist", "tables", "methods", "caseStudies", "parity", "plan"] as const;

/** What a part that is folded holds, by its heading. */
type PartDrawing = { content: ReactNode; note?: string; isFolded?: boolean };

/** Figures beyond these wait below their captions. */
const openFigures = 3;

/** The report as a page: the same words and numbers as in its files, in English for whoever looks at it. */
export function ReportView({ report }: { report: Report }) {
  const { view, rows } = report.facts;
  const { study } = rows;
  const shown = parts.filter((part) => part !== "caseStudies" || report.caseStudies.length > 0);
  const draw: Record<(typeof parts)[number], PartDrawing> = {
    figures: { content: <FiguresSection figures={report.figures} view={view} study={study} /> },
    checklist: { content: <ChecklistSection points={report.points} view={view} study={study} /> },
    tables: {
      content: (
        <div className="grid min-w-0">
          {report.tables.map((table) => (
            <TableSection key={table.name} table={table} view={view} study={study} />
          ))}
        </div>
      ),
    },
    methods: {
      isFolded: true,
      note: noteGaps(report.methods),
      content: <MethodsSection methods={report.methods} study={study} />,
    },
    caseStudies: {
      isFolded: true,
      note: report.caseStudies.map(titleOf).join(" · "),
      content: <CaseStudiesSection studies={report.caseStudies} view={view} study={study} />,
    },
    parity: {
      isFolded: true,
      note: t("parity.note", { models: report.parity.models.length }),
      content: <ParitySection parity={report.parity} who={view.who} />,
    },
    plan: {
      isFolded: true,
      note: t("plan.note"),
      content: <PlanSection facts={report.facts} />,
    },
  };
  return (
    <div data-alone-on-paper lang="en" className="report grid min-w-0 gap-6">
      {/* On the screen the frame says this. */}
      <div className="hidden gap-2 print:grid">
        <p className="text-2xl font-semibold">{t("title")}</p>
        {listHead(report.facts).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <p className="no-print measure text-sm text-ink-muted">
        {explainStanding(report.facts)} {t("rules", { rules: report.facts.results.method.rules })}
      </p>
      <nav
        aria-label={t("contents")}
        className="no-print sticky top-(--bar) z-20 min-w-0 border-b border-line bg-surface"
      >
        <ul role="list" className="flex gap-x-5 overflow-x-auto text-sm [scrollbar-width:none]">
          {shown.map((part) => (
            <li key={part} className="shrink-0">
              <a href={`#${part}`} className="target inline-flex items-center text-accent underline">
                {t(`headings.${part}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map((part) => (
        <Part key={part} part={part} {...draw[part]} />
      ))}
      <OpenFolds />
    </div>
  );
}

type PartProps = PartDrawing & { part: (typeof parts)[number] };

const Part = ({ part, content, note, isFolded = false }: PartProps) =>
  isFolded ? (
    <Fold id={part} title={t(`headings.${part}`)} note={note}>
      {content}
    </Fold>
  ) : (
    <section id={part} aria-labelledby={`${part}-heading`} className="grid min-w-0 gap-4">
      <h2 id={`${part}-heading`} className="text-xl font-semibold">
        {t(`headings.${part}`)}
      </h2>
      {content}
    </section>
  );

type Props = { studies: readonly CaseStudy[]; view: View; study: { slug: string } };

/** Cases that the team wrote about, with what people and models made of them. */
function CaseStudiesSection({ studies, view, study: { slug } }: Props) {
  return studies.map((one) => (
    <article key={one.number} className="grid min-w-0 gap-3">
      <h3 className="font-semibold wrap-anywhere">
        <Link href={resultsCasePath(slug, one, writeView(view))} className="text-accent underline">
          {titleOf(one)}
        </Link>
      </h3>
      <p>
        {t("caseStudies.class")}:{" "}
        <span className="wrap-anywhere">{one.errorClass || t("caseStudies.noClass")}</span>
      </p>
      <div className="measure" dir="auto">
        <Markdown text={one.words} under={3} />
      </div>
      <details>
        <summary className="target inline-flex items-center text-accent">{t("caseStudies.passage")}</summary>
        <p dir="auto" className="measure border-s-4 border-line ps-4 wrap-anywhere whitespace-pre-line">
          {one.lines.join("\n")}
        </p>
      </details>
      <div className="grid gap-4 md:grid-cols-2">
        <Lines title={t("caseStudies.people", { who: view.who, n: one.n })} lines={listChosen(one)} />
        <Lines title={t("caseStudies.models")} lines={listModels(one)} />
      </div>
    </article>
  ));
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div className="grid content-start gap-1">
    <h4 className="text-sm font-semibold">{title}</h4>
    <ul className="grid list-disc gap-1 pl-5 text-sm wrap-anywhere">
      {lines.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  </div>
);

type FiguresSectionProps = { figures: readonly ReportFigure[]; view: View; study: { slug: string } };

/** The first as wide as the page, the next beside each other. */
const FiguresSection = ({ figures, view, study }: FiguresSectionProps) => {
  const [first, ...others] = figures.map((figure) => (
    <FigureSection key={figure.name} figure={figure} view={view} study={study} />
  ));
  return (
    <>
      {first}
      <div className="grid min-w-0 items-start gap-x-8 gap-y-6 2xl:grid-cols-2 print:grid-cols-1">
        {others.slice(0, openFigures - 1)}
      </div>
      {figures.length > openFigures && (
        <div className="grid min-w-0">
          {figures.slice(openFigures).map(({ name, caption }, at) => (
            <Captioned key={name} caption={caption}>
              {others[openFigures - 1 + at]}
            </Captioned>
          ))}
        </div>
      )}
    </>
  );
};

type FigureSectionProps = { figure: ReportFigure; view: View; study: { slug: string } };

function FigureSection({ figure: drawn, view, study: { slug } }: FigureSectionProps) {
  const { name, drawnAs, asked, page, caption, note, figure } = drawn;
  const query = writeView(view);
  return (
    <FigureFrame
      id={`figure-${name}`}
      level={3}
      title={caption}
      sentence={note}
      figure={figure}
      downloads={figureDownloads(slug, drawnAs, new URLSearchParams([...query, ...asked]))}
      language="en"
      table={
        <Link
          href={resultsPath(slug, page, query)}
          className="target inline-flex items-center text-accent underline"
        >
          {t(`figures.pages.${page}`)}
        </Link>
      }
    />
  );
}

type MethodsSectionProps = { methods: readonly Section[]; study: { slug: string } };

const listGaps = (methods: readonly Section[]) => [
  ...new Set(
    methods.flatMap(({ paragraphs }) =>
      paragraphs.flatMap((text) => splitAtGaps(text).flatMap(({ gap }) => gap ?? [])),
    ),
  ),
];

function noteGaps(methods: readonly Section[]): string {
  const sections = methods.map(({ title }) => title).join(" · ");
  const count = listGaps(methods).length;
  return count > 0 ? `${t("methods.gapsTitle", { count })}: ${sections}` : sections;
}

function MethodsSection({ methods, study: { slug } }: MethodsSectionProps) {
  const gaps = listGaps(methods);
  return (
    <>
      {gaps.length > 0 && (
        <Callout tone="warning" title={t("methods.gapsTitle", { count: gaps.length })}>
          <p>{t("methods.gapsBody")}</p>
          <ul className="no-print mt-1 grid list-disc gap-1 pl-5">
            {gaps.map((gap) => (
              <li key={gap}>
                <Link href={detailsPath(slug, fieldOf(gap))} className="text-accent underline">
                  {t("methods.gapsLink", { what: formatGapName(gap) })}
                </Link>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <div id="methods-text" className="measure grid gap-3 wrap-anywhere">
        {methods.map(({ key, title, paragraphs }) => (
          <section key={key} aria-labelledby={`methods-${key}`} className="grid gap-2">
            <h3 id={`methods-${key}`} className="font-semibold">
              {title}
            </h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>
                <Marked text={paragraph} slug={slug} />
              </p>
            ))}
          </section>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton
          value={renderMethodsText(methods)}
          from="methods-text"
          words={{ copy: t("methods.copy"), copied: t("methods.copied"), selected: t("methods.failed") }}
        />
      </div>
    </>
  );
}

/** What nobody stated leads to where it is stated. */
const Marked = ({ text, slug }: { text: string; slug: string }) =>
  splitAtGaps(text).map(({ text: piece, gap }, i) =>
    gap === null ? (
      piece
    ) : (
      <Link
        key={i}
        href={detailsPath(slug, fieldOf(gap))}
        className="rounded bg-warning-tint px-1 font-semibold text-ink underline"
      >
        {piece}
      </Link>
    ),
  );

/** What everybody had before them, side by side, and what differs. */
function ParitySection({ parity, who }: { parity: ParityRecord; who: Population }) {
  const { people, models, texts, differences } = parity;
  const notRecorded = muted(t("parity.notRecorded"));
  const cellsOf = (fields: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(
      parityFields.map((field) => [field, fields[field] ? { quote: fields[field] } : notRecorded]),
    );
  return (
    <>
      <p className="measure">{t("parity.intro")}</p>
      <Table
        caption={t("parity.title")}
        columns={[
          { key: "name", label: t("parity.whose") },
          ...parityFields.map((key) => ({ key, label: t(`fields.${key}`), atLeast: 40 as const })),
        ]}
        rows={[
          { id: "people", cells: { name: t(`parity.${who}`), ...cellsOf(people) } },
          ...models.map(({ runId, name, fields }) => ({
            id: String(runId),
            cells: { name: named(name), ...cellsOf(fields) },
          })),
        ]}
      />
      {texts.map(({ title, instructions }) => (
        <div key={title} className="grid min-w-0 gap-2">
          <h3 className="measure font-semibold wrap-anywhere">{title}</h3>
          <p dir="auto" className="measure border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
            {instructions || t("parity.noText")}
          </p>
        </div>
      ))}
      <div className="grid gap-2">
        <h3 className="font-semibold">{t("parity.differences")}</h3>
        <ul className="measure grid list-disc gap-1 pl-5 wrap-anywhere">
          {differences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** What was claimed beforehand; nothing in a study that was opened before anything could be. */
function formatClaims({ plan }: Facts) {
  if (!plan?.design.claims) return null;
  const { frame, claims } = plan.design;
  return {
    comparator: plan.comparator ? formatRunName(plan.comparator.run) : t("plan.noComparator"),
    margin:
      claims.margin === null ? t("plan.noMargin") : t("plan.points", { points: inPercent(claims.margin) }),
    ...(frame.reference && {
      siblings:
        claims.siblings.length > 0 ? joinList(claims.siblings.map(formatRunName)) : t("plan.noSiblings"),
    }),
  };
}

/** What tells this report from every other: the same of these is the same to the byte. */
function PlanSection({ facts }: { facts: Facts }) {
  const { results, record, version } = facts;
  const { study, resampled, stamp } = results;
  const told = {
    hash: record.manifest?.hash ?? "–",
    seed: String(resampled.seed),
    stamp,
    software: `Benchside ${version}`,
    opened: formatDate(study.openedAt),
    closed: study.closedAt === null ? t("stillOpen") : formatDate(study.closedAt),
    ...formatClaims(facts),
  };
  return (
    <>
      <dl className="measure grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {Object.entries(told).map(([key, value]) => (
          <div key={key} className="contents">
            <dt className="text-ink-muted">{t(`plan.${key as keyof typeof told}`)}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="no-print">
        <Link href={planPath(study.slug)} className="target inline-flex items-center text-accent underline">
          {t("plan.look")}
        </Link>
      </p>
    </>
  );
}
