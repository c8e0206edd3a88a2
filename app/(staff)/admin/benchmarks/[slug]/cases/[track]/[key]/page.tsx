import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { z } from "zod";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { casePath } from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { CaseFacts, Predictions } from "#components/cases/case-facts.tsx";
import { CaseAsRead } from "#components/task-kinds/case-as-read.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getCase } from "#lib/benchmarks/case-queries.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { isAsked } from "#lib/task-kinds/case-kinds.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

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
        <CaseReading found={found} />
        <section aria-labelledby="facts" className="grid gap-4">
          <h2 id="facts" className="text-xl font-semibold">
            {t(isAsked(found.kind) ? "case.facts" : "case.documentFacts")}
          </h2>
          <CaseFacts slug={benchmark.slug} subject={found} />
        </section>
        {isAsked(found.kind) && <CasePredictions slug={benchmark.slug} found={found} kind={found.kind} />}
        {isAsked(found.kind) && <CaseOriginal original={found.original} />}
      </div>
    </BenchmarkFrame>
  );
}

type CaseDetails = NonNullable<Awaited<ReturnType<typeof getCase>>>;

/** As participants read it; a case that could not be taken apart stands there as it was written. */
async function CaseReading({ found }: { found: CaseDetails }) {
  const t = await getTranslations("cases");
  return (
    <section aria-labelledby="reading" className="grid min-w-0 gap-4">
      <h2 id="reading" className="text-xl font-semibold">
        {t(isAsked(found.kind) ? "case.reading" : "case.document")}
      </h2>
      <CaseAsRead
        kind={found.kind}
        content={found.content}
        names={found.optionNames}
        language={found.language}
      />
    </section>
  );
}

async function CasePredictions({ slug, found, kind }: { slug: string; found: CaseDetails; kind: KindName }) {
  const t = await getTranslations("cases");
  return (
    <section aria-labelledby="predictions" className="grid min-w-0 gap-4">
      <h2 id="predictions" className="text-xl font-semibold">
        {t("case.predictions", { count: found.predictions.length })}
      </h2>
      <Predictions
        slug={slug}
        kind={kind}
        predictions={found.predictions}
        optionNames={found.optionNames}
        gold={found.gold}
      />
    </section>
  );
}

async function CaseOriginal({ original }: Pick<CaseDetails, "original">) {
  const t = await getTranslations("cases");
  return (
    <details className="min-w-0">
      <summary className="py-2 text-xl font-semibold">{t("case.original")}</summary>
      <pre
        dir="auto"
        tabIndex={0}
        className="mt-2 max-h-[70dvh] overflow-auto rounded-md border border-line bg-sunken p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {original}
      </pre>
    </details>
  );
}
