"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { BuilderStudy, StepValues } from "#components/builder/builder-study.ts";
import { ConflictNotice } from "#components/builder/conflict.tsx";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { type Outcome, useSave } from "#components/builder/use-save.ts";
import { designPath } from "#lib/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
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
  /** Whether the fields need all the room there is. */
  isWide?: boolean;
  children: (tools: StepTools<StepValues[S]>) => ReactNode;
};

/** The fields of one step: saved on their own, kept whatever happens, never over somebody else's unasked. */
export function StepForm<S extends StepName>(props: Props<S>) {
  const { study, step, value: stored, about, isWide = false, children } = props;
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

  useLinkedField(form);

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
      className="grid gap-8 [&_:is(input,textarea,select,button,a)]:scroll-mt-20 [&_:is(input,textarea,select,button,a)]:scroll-mb-28"
    >
      <div className={clsx("grid items-start gap-8", !isWide && "2xl:grid-cols-[minmax(0,1fr)_19rem]")}>
        <div className="grid min-w-0 gap-8">{children(tools)}</div>
        <StepMeaning isWide={isWide}>{about}</StepMeaning>
      </div>
      <SaveBar
        outcome={outcome}
        before={before}
        isSaving={isSaving}
        isUnsaved={isUnsaved}
        theirs={designPath(study.slug, step)}
        onReplace={(over) => save(stay, over)}
      />
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

/** Where a finding's link leads to: "words.en.consent" stands as `at` in the address. */
function useLinkedField(form: RefObject<HTMLFormElement | null>) {
  const at = useSearchParams().get("at");
  // Until then nobody gets into the form, the focus neither.
  const isAtWork = useIsAtWork();
  useEffect(() => {
    if (at === null || !isAtWork) return;
    form.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(at)}"]`)?.focus();
  }, [at, form, isAtWork]);
}

function StepMeaning({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  const t = useTranslations("builder");
  return (
    <aside
      aria-label={t("form.meaning")}
      className={clsx(
        "border-l-4 border-line pl-4 text-sm text-ink-muted",
        !isWide && "2xl:sticky 2xl:top-16",
      )}
    >
      <h2 className="mb-2 text-base font-semibold text-ink">{t("form.meaning")}</h2>
      <div className={clsx("gap-x-10 *:mb-3 *:break-inside-avoid md:columns-2", !isWide && "2xl:columns-1")}>
        {children}
      </div>
    </aside>
  );
}

type BarProps = ButtonsProps & {
  outcome: Outcome | null;
  theirs: string;
  /** Puts this step in place of what was saved at the revision. */
  onReplace: (over: number) => void;
};

/** Always in view: how it stands, and what a save came to. */
function SaveBar({ outcome, theirs, onReplace, ...buttons }: BarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-1 grid max-h-[70dvh] gap-3 overflow-y-auto border-t border-line bg-surface px-1 py-3">
      <div role="alert" className="empty:hidden">
        {outcome?.kind === "conflict" && (
          <ConflictNotice
            conflict={outcome.conflict}
            theirs={theirs}
            busy={buttons.isSaving}
            onReplace={() => onReplace(outcome.conflict.revision)}
          />
        )}
      </div>
      <StepRefusal outcome={outcome} />
      <StepButtons {...buttons} />
    </div>
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
