"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useState, type FormEvent } from "react";
import { readFilled, type Choices, type Filled } from "#components/endpoint-runs/start/choices.ts";
import { ModelFields } from "#components/endpoint-runs/start/model-fields.tsx";
import { PlanTold, type Told } from "#components/endpoint-runs/start/plan-told.tsx";
import { PromptFields } from "#components/endpoint-runs/start/prompt-fields.tsx";
import { ScopeFields } from "#components/endpoint-runs/start/scope-fields.tsx";
import { TrialFields } from "#components/endpoint-runs/start/trial-fields.tsx";
import { SettingsFields } from "#components/endpoint-runs/start/settings-fields.tsx";
import { isAtField, useFieldError } from "#components/endpoint-runs/start/use-field-error.ts";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { planRun, startRun } from "#lib/endpoint-runs/actions.ts";
import { askedRunPath } from "#lib/paths.ts";
import { fail } from "#lib/result.ts";

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
