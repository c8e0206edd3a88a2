"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useState, type FormEvent, useId } from "react";
import {
  readFilled,
  type Choices,
  type Filled,
  suggestMethod,
} from "#components/endpoint-runs/start/choices.ts";
import { PlanTold, type Told } from "#components/endpoint-runs/start/plan-told.tsx";
import { ScopeFields } from "#components/endpoint-runs/start/scope-fields.tsx";
import { TrialFields } from "#components/endpoint-runs/start/trial-fields.tsx";
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

type Props = {
  choices: Choices;
  study: string | null;
  methods: readonly string[];
  /** A prompt is tried on some cases, and no model run comes of it. */
  isTrial?: boolean;
  /** The version of a template that is chosen at first. */
  version?: number | null;
};

/** In two steps: what it takes is worked out first, and what was told is what is begun. */
export function StartRun({ choices, study, methods, isTrial = false, version = null }: Props) {
  const t = useTranslations("endpointRuns.new");
  const form = useRef<HTMLFormElement>(null);
  const [filled, setFilled] = useState<Filled>(
    version === null ? {} : { templateVersionId: String(version) },
  );
  const steps = useSteps(choices.benchmark.slug);
  const errorOf = useFieldError(steps.state);
  const { told, state } = steps;
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
        setFilled(readFilled(currentTarget));
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
      {told ? (
        <PlanTold told={told} filled={filled} counted={choices.counted}>
          <div>
            <Button type="submit" variant="primary" busy={steps.isBusy}>
              {t(steps.isBusy ? "plan.starting" : isTrial ? "trial.start" : "plan.start")}
            </Button>
          </div>
        </PlanTold>
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
  const [told, setTold] = useState<Told | null>(null);
  const [isBegun, setBegun] = useState(false);
  const planning = useFormAction(planRun, {
    errors: "endpointRuns.errors",
    onDone: (plan) => setTold({ plan, before: null }),
  });
  const starting = useFormAction(begin, {
    errors: "endpointRuns.errors",
    onDone: ({ id }) => {
      setBegun(true);
      router.push(askedRunPath(slug, id));
    },
  });

  /** What has changed meanwhile is told, and begun by nobody who wasn't told. */
  async function begin(previous: ActionState, given: FormData) {
    const started = await startRun(previous, given);
    if (started.ok || started.error !== "changed") return started;
    const planned = await planRun(null, given);
    if (!planned.ok) return planned;
    setTold({ plan: planned.value, before: told?.plan ?? null });
    return fail("changed");
  }

  const isBusy = planning.isPending || starting.isPending || isBegun;
  const last = told ? starting : planning;
  return {
    told,
    isBusy,
    state: last.state,
    // That something has changed is said beside what it takes now.
    refusal: isAtField(last.state) || told?.before ? null : last.refusal,
    forget: () => setTold(null),
    take(given: FormData): void {
      if (isBusy) return;
      if (told) given.set("confirmed", JSON.stringify(told.plan));
      startTransition(() => last.run(given));
    },
  };
}

type ModelFieldsProps = Pick<Choices, "endpoints"> & {
  filled: Filled;
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
        hint={t("methodHint")}
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
  filled: Filled;
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
            hint={t("hint")}
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
