import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AgreeToFetch } from "#components/curation/pool/agree-to-fetch.tsx";
import { useMoney } from "#components/endpoint-runs/use-money.ts";
import { ProblemList } from "#components/imports/problem-list.tsx";
import { FaultText } from "#components/model-calls/fault-text.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { VectorsReport as Report } from "#lib/curation/pool/vectors/schema.ts";
import { poolPath } from "#lib/paths.ts";

type Props = {
  slug: string;
  jobId: string;
  report: Report;
  /** Whether the pool is still among the uploads. */
  filesThere: boolean;
};

/** What vectors take, and what came of it. */
export function VectorsReport({ slug, jobId, report, filesThere }: Props) {
  const t = useTranslations("pools.vectors.report");
  const { plan, problems, problemCount, fetched, unfetched } = report;
  return (
    <div className="grid gap-8">
      {!plan && <Callout tone="danger" title={t("unread")} />}
      {unfetched && <Unfetched unfetched={unfetched} />}
      {fetched && <Fetched report={report} fetched={fetched} />}
      {plan && !fetched && <Plan report={report} plan={plan} />}
      <div className="flex flex-wrap items-start gap-3">
        {plan && !fetched && filesThere && (
          <ClientWords of={["benchmarks.errors", "pools.vectors", "shell"]}>
            <AgreeToFetch jobId={jobId} slug={slug} isAgain={unfetched !== null} />
          </ClientWords>
        )}
        <ButtonLink href={poolPath(slug)} {...(fetched && { variant: "primary" })}>
          {t("toPool")}
        </ButtonLink>
      </div>
      {!fetched && !filesThere && <p className="measure text-ink-muted">{t("filesGone")}</p>}
      <ProblemList
        problems={problems}
        count={problemCount}
        download={report.problemsFile === null ? null : `/api/jobs/${jobId}/problems`}
      />
    </div>
  );
}

function Plan({ report, plan }: { report: Report; plan: NonNullable<Report["plan"]> }) {
  const t = useTranslations("pools.vectors.report");
  const inMoney = useMoney();
  const { works, texts, tokens, longest, calls, money, currency, tokenizer } = plan;
  const { name, host, isFake } = report.endpoint;
  const lines: [term: string, told: ReactNode, hint?: string][] = [
    [t("model"), <bdi key="model">{report.model}</bdi>],
    [t("texts"), t("textsOf", { texts, works })],
    [
      t("tokens"),
      t("tokensOf", { tokens }),
      t("tokensHint", { tokenizer, id: longest.id, most: longest.tokens }),
    ],
    [t("calls"), t("callsOf", { calls })],
    [t("money"), money === null ? t("noPrice") : t("moneyOf", { money: inMoney(money, currency) })],
    [
      t("leaves"),
      t.rich("leavesBody", {
        texts,
        name,
        fake: isFake ? "yes" : "no",
        host: () => <strong className="font-semibold wrap-anywhere">{host}</strong>,
      }),
    ],
  ];
  return (
    <section aria-labelledby="takes" className="grid gap-4 rounded-lg border border-edge bg-raised px-4 py-4">
      <h2 id="takes" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[max-content_1fr]">
        {lines.map(([term, told, hint]) => (
          <div key={term} className="contents">
            <dt className="font-medium max-sm:-mb-2">{term}</dt>
            <dd className="figures min-w-0 wrap-anywhere">
              {told}
              {hint && <p className="measure text-sm text-ink-muted">{hint}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Unfetched({ unfetched }: { unfetched: NonNullable<Report["unfetched"]> }) {
  const t = useTranslations("pools.vectors.report");
  const { first, last, at, tries } = unfetched;
  return (
    <Callout tone="danger" title={t("unfetched")}>
      <p>{at === null ? t("inCall", { first, last, tries }) : t("atRole", { at })}</p>
      <FaultText fault={unfetched} />
      <p>{t("nothingKept")}</p>
    </Callout>
  );
}

function Fetched({
  report: { plan, model },
  fetched,
}: {
  report: Report;
  fetched: NonNullable<Report["fetched"]>;
}) {
  const t = useTranslations("pools.vectors.report");
  const format = useFormatter();
  const inMoney = useMoney();
  const { fileName, length, tokens, calls, isFake, money } = fetched;
  return (
    <Callout tone="success" title={t("fetched", { count: plan?.texts ?? 0, length, model })}>
      <p>{t.rich("file", { name: () => <bdi className="font-medium wrap-anywhere">{fileName}</bdi> })}</p>
      <p>
        {t("took", { calls, tokens: tokens === null ? "–" : format.number(tokens) })}
        {money !== null && ` ${t("cost", { money: inMoney(money, plan?.currency ?? "USD") })}`}
      </p>
      {isFake && <p>{t("isFake")}</p>}
    </Callout>
  );
}
