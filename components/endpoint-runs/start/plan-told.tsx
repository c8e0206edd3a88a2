"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useId, useRef, type ReactNode } from "react";
import type { Choices, Filled } from "#components/endpoint-runs/start/choices.ts";
import { Callout } from "#components/ui/callout.tsx";
import { useMoney } from "#components/endpoint-runs/use-money.ts";
import { askedIn } from "#lib/endpoint-runs/live-run.ts";
import type { RunPlan } from "#lib/endpoint-runs/schema.ts";

/** What a run takes, and what was told before where that has changed. */
export type Told = { plan: RunPlan; before: RunPlan | null };

type Props = { told: Told; filled: Filled; counted: Choices["counted"]; children: ReactNode };

export function PlanTold({ told: { plan, before }, filled, counted, children }: Props) {
  const t = useTranslations("endpointRuns.new.plan");
  const id = useId();
  const written = usePlanWords();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever goes by keyboard, or listens, is led to what was worked out.
  useEffect(() => heading.current?.focus(), [plan]);
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-edge bg-raised px-4 py-4">
      <h3 id={id} ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {t("title")}
      </h3>
      {before && <Changed before={before} plan={plan} />}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[max-content_1fr]">
        <Line term={t("cases")}>{written.cases(plan)}</Line>
        {plan.leftOut > 0 && <Line term={t("leftOut")}>{written.leftOut(plan)}</Line>}
        <Line term={t("prompt")}>{written.prompt(plan)}</Line>
        {Number(filled.orders) > 1 && (
          <Line term={t("orders")}>
            {t("ordersOf", {
              orders: Number(filled.orders),
              seed: filled.seed || "0",
              template: plan.template === null ? "no" : "yes",
            })}
          </Line>
        )}
        {plan.arm && <Line term={t("arm")}>{t("armOf", { name: plan.arm.name })}</Line>}
        {plan.analyses && <Line term={t("analyses")}>{t("analysesOf", plan.analyses)}</Line>}
        <Line
          term={t("calls")}
          {...(plan.mostInCall !== null && { hint: t("grouped", { most: plan.mostInCall }) })}
        >
          {t("callsOf", { calls: plan.calls })}
        </Line>
        <Line
          term={t("tokens")}
          hint={t("tokensHint", {
            tokenizer: counted.by,
            limited: filled.maxTokens ? "yes" : "no",
            each: counted.answer,
          })}
        >
          {t("tokensOf", { input: plan.inputTokens, output: plan.outputTokens })}
        </Line>
        <Line term={t("money")}>{written.money(plan)}</Line>
        <Line term={t("leaves")}>
          {t.rich("leavesBody", {
            cases: plan.cases,
            shots: Number(filled.shots ?? 0),
            asked: askedIn(plan),
            analysed: plan.analyses === null ? "no" : "yes",
            host: () => <strong className="font-semibold wrap-anywhere">{plan.host}</strong>,
          })}
        </Line>
      </dl>
      {children}
    </section>
  );
}

function Line({ term, hint, children }: { term: string; hint?: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-medium max-sm:-mb-2">{term}</dt>
      <dd className="figures min-w-0">
        {children}
        {hint && <p className="measure text-sm text-ink-muted">{hint}</p>}
      </dd>
    </>
  );
}

function usePlanWords() {
  const t = useTranslations("endpointRuns.new.plan");
  const format = useFormatter();
  const inMoney = useMoney();
  const kindWords = useTranslations("cases.filter.kinds");
  const promptWords = useTranslations("endpointRuns.new.prompt");
  const list = (lines: readonly string[]) => format.list(lines);
  return {
    cases({ cases, kinds, trial }: RunPlan) {
      if (trial) return t("drawn", { cases, ...trial });
      const asked = kinds.filter((one) => one.cases > 0);
      const lines = asked.map(({ kind, cases: count }) => t("ofKind", { count, kind: kindWords(kind) }));
      return lines.length < 2 ? format.number(cases) : t("ofKinds", { count: cases, kinds: list(lines) });
    },
    leftOut({ leftOut, kinds }: RunPlan) {
      const lines = kinds
        .filter((one) => one.leftOut > 0)
        .map(({ kind, lacks, leftOut: count }) => t(`lacks.${lacks}`, { count, kind: kindWords(kind) }));
      return t("leftOutOf", { count: leftOut, kinds: list(lines) });
    },
    prompt(plan: RunPlan) {
      const { template } = plan;
      const asked = askedIn(plan);
      if (asked === "shown") return promptWords("wording");
      const prompt = template === null ? promptWords("own") : promptWords("option", template);
      return asked.endsWith("_shown") ? prompt + promptWords("others") : prompt;
    },
    money: ({ money, currency }: RunPlan) =>
      money === null ? t("noPrice") : t("moneyOf", { money: inMoney(money, currency) }),
  };
}

function Changed({ before, plan }: { before: RunPlan; plan: RunPlan }) {
  const t = useTranslations("endpointRuns.new");
  const format = useFormatter();
  const written = usePlanWords();
  const tokens = ({ inputTokens, outputTokens }: RunPlan) =>
    t("plan.tokensOf", { input: inputTokens, output: outputTokens });
  const lines = [
    { what: t("plan.cases"), of: written.cases },
    { what: t("plan.leftOut"), of: ({ leftOut }: RunPlan) => format.number(leftOut) },
    { what: t("plan.prompt"), of: written.prompt },
    {
      what: t("plan.analyses"),
      of: ({ analyses }: RunPlan) => (analyses === null ? "" : t("plan.analysesOf", analyses)),
    },
    { what: t("plan.arm"), of: ({ arm }: RunPlan) => arm?.name ?? "" },
    { what: t("plan.calls"), of: ({ calls }: RunPlan) => format.number(calls) },
    { what: t("plan.tokens"), of: tokens },
    { what: t("plan.money"), of: written.money },
    { what: t("changed.host"), of: ({ host }: RunPlan) => host },
  ].filter(({ of }) => of(before) !== of(plan));
  return (
    <Callout tone="warning" title={t("changed.title")}>
      {lines.length === 0 ? (
        t("changed.same")
      ) : (
        <ul role="list">
          {lines.map(({ what, of }) => (
            <li key={what}>{t("changed.line", { what, before: of(before), after: of(plan) })}</li>
          ))}
        </ul>
      )}
    </Callout>
  );
}
