"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { ReportStep } from "#components/builder/design-card.tsx";
import type { BuilderStudy, StepValues } from "#components/builder/builder-study.ts";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import type { FieldTools } from "#components/plan-form/fields.tsx";
import { RevisedForm } from "#components/plan-form/revised-form.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import { designPath } from "#lib/paths.ts";
import { saveDraft } from "#lib/studies/actions.ts";
import { stepNames, type StepName } from "#lib/studies/schema.ts";

type Props<S extends StepName> = {
  study: Pick<BuilderStudy, "slug" | "revision">;
  step: S;
  value: StepValues[S];
  /** What optional parts of the value begin with. */
  defaults?: Partial<StepValues[S]>;
  /** What these choices mean for the result, a paragraph each: beside the fields where there is room. */
  about: readonly ReactNode[];
  /** Whether the fields need all the room there is. */
  isWide?: boolean;
  children: (tools: FieldTools<StepValues[S]>) => ReactNode;
};

/** The fields of one step: saved on their own, kept whatever happens, never over somebody else's unasked. */
export function StepForm<S extends StepName>(props: Props<S>) {
  const { study, step, value, defaults, about, isWide = false, children } = props;
  const { slug, revision } = study;
  const t = useTranslations("builder.form");
  const { errorWords, fieldWords } = useBuilderWords();
  const form = useRef<HTMLFormElement>(null);
  useLinkedField(form);
  const place = stepNames.indexOf(step);
  const earlier = stepNames[place - 1];
  return (
    <RevisedForm
      action={saveDraft}
      where={{ slug, step }}
      value={value}
      revision={revision}
      theirs={designPath(slug, step)}
      conflict="builder.conflict"
      findsBelow
      root={step}
      {...(defaults && { defaults })}
      words={{
        saved: t("saved"),
        saving: t("saving"),
        unsaved: t("unsaved"),
        stored: t("stored"),
        invalid: t("invalid"),
        errorOf: errorWords,
        fieldErrorOf: fieldWords,
      }}
      goesOn={{ value: "next", to: designPath(slug, stepNames[place + 1] ?? "check") }}
      formRef={form}
      className="grid gap-8 [&_:is(input,textarea,select,button,a)]:scroll-mt-20 [&_:is(input,textarea,select,button,a)]:scroll-mb-28"
      buttons={(isSaving) => (
        <>
          <Button type="submit" value="stay" busy={isSaving}>
            {t("save")}
          </Button>
          <Button type="submit" value="next" variant="primary" busy={isSaving}>
            {t("saveNext")}
          </Button>
          {earlier && (
            <ButtonLink href={designPath(slug, earlier)} variant="quiet">
              {t("back")}
            </ButtonLink>
          )}
        </>
      )}
    >
      {(tools) => (
        <div className={clsx("grid items-start gap-8", !isWide && "2xl:grid-cols-[minmax(0,1fr)_19rem]")}>
          <ReportStep step={step} value={tools.value} />
          <div className="grid min-w-0 gap-8">{children(tools)}</div>
          <StepMeaning isWide={isWide}>
            {about.map((point, index) => (
              <p key={index}>{point}</p>
            ))}
          </StepMeaning>
        </div>
      )}
    </RevisedForm>
  );
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

/** What a group of fields without a legend is headed by. */
export const FieldsHeader = ({ title, intro }: { title: string; intro?: string }) => (
  <header className="grid gap-1">
    <h2 className="text-xl font-semibold">{title}</h2>
    {intro && <p className="text-ink-muted">{intro}</p>}
  </header>
);
