"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useState, type FormEvent, useId, type ReactNode } from "react";
import {
  readFormValues,
  type Choices,
  type FormValues,
  suggestMethod,
} from "#components/endpoint-runs/start/choices.ts";
import { ScopeFields, TrialFields } from "#components/endpoint-runs/start/scope-fields.tsx";
import { SettingsFields } from "#components/endpoint-runs/start/settings-fields.tsx";
import { isAtField, useFieldError, type ErrorOf } from "#components/endpoint-runs/start/use-field-error.ts";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { planRun, startRun } from "#lib/endpoint-runs/actions.ts";
import { askedRunPath, templatesPath } from "#lib/paths.ts";
import { fail } from "#lib/result.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { Link } from "#components/ui/link.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { useMoney } from "#components/endpoint-runs/use-money.ts";
import { askedIn } from "#lib/endpoint-runs/live-run.ts";
import type { RunPlan } from "#lib/endpoint-runs/schema.ts";

type Props = {
  choices: Choices;
  study: string | null;
  methods: readonly string[];
  /** A prompt is tried on some cases, and no model run comes of it. */
  isTrial?: boolean;
  /** The version of a template that is chosen at first. */
  version?: number | null;
};

/** In two steps: what it takes is worked out first, and what was shown is what is begun. */
export function StartRun({ choices, study, methods, isTrial = false, version = null }: Props) {
  const t = useTranslations("endpointRuns.new");
  const form = useRef<HTMLFormElement>(null);
  const [filled, setFilled] = useState<FormValues>(
    version === null ? {} : { templateVersionId: String(version) },
  );
  const steps = useSteps(choices.benchmark.slug);
  const errorOf = useFieldError(steps.state);
  const { change, state } = steps;
  useEffect(() => {
    if (state && !state.ok)
      form.current?.querySelector<HTMLElement>("[aria-invalid], [data-refused]")?.focus();
  }, [state]);
  const endpoint = choices.endpoints.find(({ id }) => String(id) === filled.endpointId);
  const { currency = "USD" } = endpoint ?? choices.endpoints[0] ?? {};
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    steps.take(new FormData(event.currentTarget));
  }
  return (
    <ScriptForm
      ref={form}
      noValidate
      onSubmit={submit}
      onChange={({ currentTarget }) => {
        setFilled(readFormValues(currentTarget));
        steps.forget();
      }}
      className="grid max-w-4xl gap-8"
    >
      {isTrial && <PromptFields {...choices} filled={filled} errorOf={errorOf} version={version} />}
      {isTrial ? (
        <TrialFields {...choices} errorOf={errorOf} />
      ) : (
        <ScopeFields {...choices} study={study} errorOf={errorOf} />
      )}
      <ModelFields {...choices} filled={filled} methods={methods} errorOf={errorOf} isTrial={isTrial} />
      {!isTrial && <PromptFields {...choices} filled={filled} errorOf={errorOf} version={version} />}
      <SettingsFields choices={choices} filled={filled} currency={currency} errorOf={errorOf} />
      <FormMessage>{steps.refusal}</FormMessage>
      {change ? (
        <PlanSummary change={change} filled={filled} counted={choices.counted}>
          <div>
            <Button type="submit" variant="primary" busy={steps.isBusy}>
              {t(steps.isBusy ? "plan.starting" : isTrial ? "trial.start" : "plan.start")}
            </Button>
          </div>
        </PlanSummary>
      ) : (
        <div>
          <Button type="submit" variant="primary" busy={steps.isBusy}>
            {t(steps.isBusy ? "plan.busy" : "plan.submit")}
          </Button>
        </div>
      )}
    </ScriptForm>
  );
}

function useSteps(slug: string) {
  const router = useRouter();
  const [change, setChange] = useState<PlanChange | null>(null);
  const [isBegun, setBegun] = useState(false);
  const planning = useFormAction(planRun, {
    errors: "endpointRuns.errors",
    onDone: (plan) => setChange({ plan, before: null }),
  });
  const starting = useFormAction(begin, {
    errors: "endpointRuns.errors",
    onDone: ({ id }) => {
      setBegun(true);
      router.push(askedRunPath(slug, id));
    },
  });

  /** What has changed meanwhile is shown, and begun by nobody who hasn't seen it. */
  async function begin(previous: ActionState, given: FormData) {
    const started = await startRun(previous, given);
    if (started.ok || started.error !== "changed") return started;
    const planned = await planRun(null, given);
    if (!planned.ok) return planned;
    setChange({ plan: planned.value, before: change?.plan ?? null });
    return fail("changed");
  }

  const isBusy = planning.isPending || starting.isPending || isBegun;
  const last = change ? starting : planning;
  return {
    change,
    isBusy,
    state: last.state,
    // That something has changed is said beside what it takes now.
    refusal: isAtField(last.state) || change?.before ? null : last.refusal,
    forget: () => setChange(null),
    take(given: FormData): void {
      if (isBusy) return;
      if (change) given.set("confirmed", JSON.stringify(change.plan));
      startTransition(() => last.run(given));
    },
  };
}

type ModelFieldsProps = Pick<Choices, "endpoints"> & {
  filled: FormValues;
  methods: readonly string[];
  errorOf: ErrorOf;
  /** A trial has no name to be found by. */
  isTrial: boolean;
};

/** Who is asked, and what the run is called. */
function ModelFields({ endpoints, filled, methods, errorOf, isTrial }: ModelFieldsProps) {
  const t = useTranslations("endpointRuns.new.model");
  const endpoint = endpoints.find(({ id }) => String(id) === filled.endpointId) ?? endpoints[0];
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg font-semibold">{t("legend")}</legend>
      <SelectField name="endpointId" label={t("endpoint")} error={errorOf("endpointId")}>
        {endpoints.map(({ id, name, host, isFake }) => (
          <option key={id} value={id}>
            {t(isFake ? "fake" : "endpointOption", { name, host })}
          </option>
        ))}
      </SelectField>
      <FormMessage tone="warning">{endpoint?.isKeyReadable === false && t("keyUnreadable")}</FormMessage>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          name="model"
          label={t("name")}
          hint={t("nameHint")}
          error={errorOf("model")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {isTrial ? (
          <input type="hidden" name="method" value={suggestMethod(filled)} />
        ) : (
          <RunName filled={filled} methods={methods} errorOf={errorOf} />
        )}
      </div>
    </fieldset>
  );
}

/** What a run is called beside its model. */
function RunName({ filled, methods, errorOf }: Pick<ModelFieldsProps, "filled" | "methods" | "errorOf">) {
  const t = useTranslations("endpointRuns.new.model");
  const list = useId();
  const [own, setOwn] = useState<string | null>(null);
  return (
    <>
      <TextField
        name="method"
        label={t("method")}
        error={errorOf("method")}
        list={list}
        value={own ?? suggestMethod(filled)}
        onChange={({ target }) => setOwn(target.value)}
        autoComplete="off"
      />
      <TextField
        name="version"
        label={t("version")}
        hint={t("versionHint")}
        error={errorOf("version")}
        autoComplete="off"
      />
      <TextField
        name="replicate"
        label={t("replicate")}
        hint={t("replicateHint")}
        error={errorOf("replicate")}
        inputMode="numeric"
        autoComplete="off"
      />
      <datalist id={list}>
        {methods.map((method) => (
          <option key={method} value={method} />
        ))}
      </datalist>
    </>
  );
}

type PromptFieldsProps = Pick<Choices, "benchmark" | "versions"> & {
  filled: FormValues;
  errorOf: ErrorOf;
  /** The one that is chosen at first. */
  version: number | null;
};

/** By what each case is asked: its own prompt, or a version of a template. */
function PromptFields({ benchmark, versions, filled, errorOf, version }: PromptFieldsProps) {
  const t = useTranslations("endpointRuns.new.prompt");
  return (
    <section className="grid gap-2">
      <h3 className="text-lg font-semibold">{t("title")}</h3>
      {versions.length > 0 && (
        <div className="max-w-xl">
          <SelectField
            name="templateVersionId"
            label={t("label")}
            error={errorOf("templateVersionId")}
            defaultValue={version ?? ""}
          >
            <option value="">{t("own")}</option>
            {versions.map(({ id, name, number }) => (
              <option key={id} value={id}>
                {t("option", { name, number })}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <p className="measure">{t(filled.templateVersionId ? "byTemplate" : "body")}</p>
      <p>
        <Link href={templatesPath(benchmark.slug)} className="text-accent underline">
          {t("templates")}
        </Link>
      </p>
    </section>
  );
}

/** What a run takes, and what was shown before where that has changed. */
type PlanChange = { plan: RunPlan; before: RunPlan | null };

type PlanSummaryProps = {
  change: PlanChange;
  filled: FormValues;
  counted: Choices["counted"];
  children: ReactNode;
};

function PlanSummary({ change: { plan, before }, filled, counted, children }: PlanSummaryProps) {
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
            {t("ordersOf", { orders: Number(filled.orders), seed: filled.seed || "0" })}
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
      return t("ofKinds", { count: leftOut, kinds: list(lines) });
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
