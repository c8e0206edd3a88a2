"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import type { BuilderStudy, StepValues } from "#components/builder/builder-study.ts";
import { ConflictNotice } from "#components/builder/conflict.tsx";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { type Outcome, useSave } from "#components/builder/use-save.ts";
import { designPath } from "#lib/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { stepNames, type StepName } from "#lib/studies/schema.ts";

export type StepTools<T> = {
  value: T;
  /** Changes some of the value; a function is given what it is now. */
  set: (change: Partial<T> | ((before: T) => Partial<T>)) => void;
  /** In words, what the last save found wrong at this path of the value ("quota.Literary") or below it. */
  errorOf: (path: string) => string | undefined;
  /** The same as codes, by path. */
  errors: Readonly<Record<string, string>>;
};

type Props<S extends StepName> = {
  study: Pick<BuilderStudy, "slug" | "revision">;
  step: S;
  value: StepValues[S];
  /** What these choices mean for the result: beside the fields where there is room. */
  about: ReactNode;
  children: (tools: StepTools<StepValues[S]>) => ReactNode;
};

/** The fields of one step: saved on their own, kept whatever happens, never over somebody else's unasked. */
export function StepForm<S extends StepName>({ study, step, value: stored, about, children }: Props<S>) {
  const t = useTranslations("builder");
  const notify = useToast();
  const { fieldWords } = useBuilderWords();
  const form = useRef<HTMLFormElement>(null);
  const { value, setValue, isUnsaved, isSaving, outcome, save } = useSave(
    study.slug,
    step,
    stored,
    study.revision,
  );
  const { before, next } = listNeighbours(study.slug, step);
  const errors = outcome?.kind === "invalid" ? outcome.fields : {};

  useEffect(() => {
    if (outcome?.kind === "invalid") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [outcome]);

  const stay = () => notify({ title: t("form.saved") });
  const tools: StepTools<StepValues[S]> = {
    value,
    set: (change) =>
      setValue((now) => ({ ...now, ...(typeof change === "function" ? change(now) : change) })),
    errors,
    errorOf: (path) => {
      const found = findError(errors, path);
      return found === undefined ? undefined : fieldWords(found);
    },
  };

  return (
    <ScriptForm
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSaving) return;
        const goesOn = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") === "next";
        save(goesOn ? () => window.location.assign(next) : stay);
      }}
      className="grid gap-8"
    >
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-8">{children(tools)}</div>
        <StepMeaning>{about}</StepMeaning>
      </div>
      <div className="grid gap-4 border-t border-line pt-6">
        <div role="alert" className="empty:hidden">
          {outcome?.kind === "conflict" && (
            <ConflictNotice
              conflict={outcome.conflict}
              theirs={designPath(study.slug, step)}
              busy={isSaving}
              onReplace={() => save(stay, outcome.conflict.revision)}
            />
          )}
        </div>
        <StepRefusal outcome={outcome} />
        <StepButtons {...{ before, isSaving, isUnsaved }} />
      </div>
    </ScriptForm>
  );
}

function listNeighbours(slug: string, step: StepName) {
  const place = stepNames.indexOf(step);
  const earlier = stepNames[place - 1];
  return {
    before: earlier ? designPath(slug, earlier) : null,
    next: designPath(slug, stepNames[place + 1] ?? "check"),
  };
}

/** The code of what is wrong at this path or below it. */
function findError(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  const found = Object.keys(errors).find((one) => one === path || one.startsWith(`${path}.`));
  return found === undefined ? undefined : (errors[found] ?? "other");
}

function StepMeaning({ children }: { children: ReactNode }) {
  const t = useTranslations("builder");
  return (
    <aside
      aria-label={t("form.meaning")}
      className="grid gap-3 border-l-4 border-line pl-4 text-sm text-ink-muted"
    >
      <h2 className="text-base font-semibold text-ink">{t("form.meaning")}</h2>
      {children}
    </aside>
  );
}

type ButtonsProps = { before: string | null; isSaving: boolean; isUnsaved: boolean };

/** Two ways to save, the way back, and how it stands with what was changed. */
function StepButtons({ before, isSaving, isUnsaved }: ButtonsProps) {
  const t = useTranslations("builder");
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" value="stay" busy={isSaving}>
        {t("form.save")}
      </Button>
      <Button type="submit" value="next" variant="primary" busy={isSaving}>
        {t("form.saveNext")}
      </Button>
      {before && (
        <ButtonLink href={before} variant="quiet">
          {t("form.back")}
        </ButtonLink>
      )}
      <p role="status" className="text-sm text-ink-muted">
        {isSaving ? t("form.saving") : isUnsaved ? t("form.unsaved") : t("form.stored")}
      </p>
    </div>
  );
}

function StepRefusal({ outcome }: { outcome: Outcome | null }) {
  const t = useTranslations("builder");
  const { errorWords } = useBuilderWords();
  if (outcome?.kind === "invalid") return <FormMessage>{t("form.invalid")}</FormMessage>;
  return <FormMessage>{outcome?.kind === "refused" && errorWords(outcome.error)}</FormMessage>;
}
