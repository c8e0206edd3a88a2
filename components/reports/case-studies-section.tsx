import { Link } from "#components/ui/link.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { resultsCasePath } from "#lib/paths.ts";
import type { CaseStudy } from "#lib/reports/case-studies/case-studies.ts";
import { listChosen, listModels, titleOf } from "#lib/reports/case-studies/write.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { t } from "#lib/reports/words.ts";

type Props = { studies: readonly CaseStudy[]; view: View; study: { slug: string } };

/** Cases that the team wrote about, with what people and models made of them. */
export function CaseStudiesSection({ studies, view, study: { slug } }: Props) {
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
