import "#components/ui/alone-on-paper.css";
import "./report.css";
import type { ReactNode } from "react";
import { CaseStudiesSection } from "#components/reports/case-studies-section.tsx";
import { ChecklistSection } from "#components/reports/checklist-section.tsx";
import { FigureSection } from "#components/reports/figure-section.tsx";
import { MethodsSection } from "#components/reports/methods-section.tsx";
import { ParitySection } from "#components/reports/parity-section.tsx";
import { PlanSection } from "#components/reports/plan-section.tsx";
import { TableSection } from "#components/reports/table-section.tsx";
import { getKeeper, Kept } from "#components/study-results/kept.tsx";
import type { ReadReport } from "#lib/reports/report.ts";
import { listHead } from "#lib/reports/head.ts";
import { explainStanding } from "#lib/reports/standing.ts";
import { t } from "#lib/reports/words.ts";

const parts = ["checklist", "methods", "figures", "tables", "caseStudies", "parity", "plan"] as const;
type Part = (typeof parts)[number];

/** The report as a page: the same words and numbers as in its files, in English for whoever looks at it. */
export function ReportView({ report }: { report: ReadReport }) {
  const { view, rows } = report.facts;
  const { study } = rows;
  const kept = { rows, view };
  const shown = parts.filter((part) => part !== "caseStudies" || report.caseStudies.length > 0);
  const draw: Record<Part, ReactNode> = {
    checklist: <ChecklistSection points={report.points} view={view} study={study} />,
    methods: <MethodsSection methods={report.methods} study={study} />,
    figures: <Figures report={report} />,
    tables: (
      <Kept {...kept} of={`tables of ${report.knownBy}`}>
        {report.tables.map((table) => (
          <TableSection key={table.name} table={table} view={view} study={study} />
        ))}
      </Kept>
    ),
    caseStudies: <CaseStudiesSection studies={report.caseStudies} view={view} study={study} />,
    parity: (
      <Kept {...kept} of={`parity of ${report.knownBy}`}>
        <ParitySection parity={report.parity} who={view.who} />
      </Kept>
    ),
    plan: <PlanSection facts={report.facts} />,
  };
  return (
    <div data-alone-on-paper lang="en" className="report grid min-w-0 gap-12">
      {/* On the screen the frame says this. */}
      <div className="hidden gap-2 print:grid">
        <p className="text-2xl font-semibold">{t("title")}</p>
        {listHead(report.facts).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <p className="no-print measure text-ink-muted">
        {explainStanding(report.facts)} {t("rules", { rules: report.facts.results.method.rules })}
      </p>
      <nav aria-label={t("contents")}>
        <ul role="list" className="flex flex-wrap gap-x-6">
          {shown.map((part) => (
            <li key={part}>
              <a href={`#${part}`} className="target inline-flex items-center text-accent underline">
                {t(`headings.${part}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map((part) => (
        <section key={part} id={part} aria-labelledby={`${part}-heading`} className="grid min-w-0 gap-6">
          <h2 id={`${part}-heading`} className="text-xl font-semibold">
            {t(`headings.${part}`)}
          </h2>
          {draw[part]}
        </section>
      ))}
    </div>
  );
}

async function Figures({ report: { figures, facts, knownBy } }: { report: ReadReport }) {
  const { rows, view } = facts;
  const keeper = await getKeeper({ rows, view, of: knownBy });
  return figures.map((figure) => (
    <FigureSection
      key={figure.name}
      figure={figure}
      view={view}
      study={rows.study}
      keep={(part) => keeper(`${figure.name} ${part}`)}
    />
  ));
}
