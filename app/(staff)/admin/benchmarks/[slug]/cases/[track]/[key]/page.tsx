import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { z } from "zod";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { casePath } from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { CaseFacts, Predictions } from "#components/cases/case-facts.tsx";
import { CaseAsRead } from "#components/task-kinds/staff-case.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { SectionHeader, Section } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getCase } from "#lib/benchmarks/case-queries.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { isAsked } from "#lib/task-kinds/case-kinds.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("cases.case.title"));

const versionAsked = z.coerce.number().int().positive().optional().catch(undefined);

export default async function CasePage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/cases/[track]/[key]">) {
  const viewer = await requireViewer("admin");
  const given = await params;
  const [track, key] = [given.track, given.key].map(readSegment);
  const version = versionAsked.parse((await searchParams).version);
  const benchmark = await getBenchmarkAt(viewer, given.slug);
  const found = benchmark && track && key ? await getCase(viewer, benchmark.id, track, key, version) : null;
  if (!benchmark || !found) notFound();
  const t = await getTranslations("cases");
  const retired = found.versions.find(({ number }) => number === found.number)?.retiredAt;
  return (
    <BenchmarkFrame benchmark={benchmark} page="cases">
      <SectionHeader
        title={t("case.title")}
        intro={<code className="font-mono text-sm wrap-anywhere">{found.key}</code>}
        actions={
          <>
            {found.previous !== null && (
              <ButtonLink href={casePath(benchmark.slug, found.track, found.previous)} rel="prev">
                {t("case.previous")}
              </ButtonLink>
            )}
            {found.next !== null && (
              <ButtonLink href={casePath(benchmark.slug, found.track, found.next)} rel="next">
                {t("case.next")}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid min-w-0 gap-10">
        {retired && <Callout tone="warning">{t("case.retired", { number: found.number })}</Callout>}
        {found.form === "unparsed" && <Callout tone="warning">{t("case.unparsed")}</Callout>}
        {/* As participants read it; a case that could not be taken apart stands there as it was written. */}
        <Section
          id="reading"
          title={t(isAsked(found.kind) ? "case.reading" : "case.document")}
          className="grid min-w-0 gap-4"
        >
          <CaseAsRead
            kind={found.kind}
            content={found.content}
            names={found.optionNames}
            language={found.language}
          />
        </Section>
        <Section id="facts" title={t(isAsked(found.kind) ? "case.facts" : "case.documentFacts")}>
          <CaseFacts slug={benchmark.slug} subject={found} />
        </Section>
        {isAsked(found.kind) && (
          <>
            <Section
              id="predictions"
              title={t("case.predictions", { count: found.predictions.length })}
              className="grid min-w-0 gap-4"
            >
              <Predictions
                slug={benchmark.slug}
                kind={found.kind}
                predictions={found.predictions}
                optionNames={found.optionNames}
                gold={found.gold}
              />
            </Section>
            <details className="min-w-0">
              <summary className="py-2 text-xl font-semibold">{t("case.original")}</summary>
              <pre
                dir="auto"
                tabIndex={0}
                className="mt-2 max-h-[70dvh] overflow-auto rounded-md border border-line bg-sunken p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
              >
                {found.original}
              </pre>
            </details>
          </>
        )}
      </div>
    </BenchmarkFrame>
  );
}
