"use client";

import { useTranslations } from "next-intl";
import { useEffect, type RefObject } from "react";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import type { Result } from "#lib/result.ts";

export const inBraces = (name: string) => `{${name}}`;
const braces = { open: "{{", close: "}}", needed: "{candidates}" };

type Refusals = Readonly<Record<string, string>>;

/** What is wrong with a field, in words: of a text with the line. */
export function useProblem(fields: Refusals): (name: string) => string | undefined {
  const t = useTranslations("promptTemplates.problems");
  return (name) => {
    const code = fields[name];
    if (code === undefined) return undefined;
    const told = { ...braces, line: fields.line ?? "", found: fields.found ?? "" };
    return t.has(code as never) ? t(code as "unknown_field", told) : t("unknown");
  };
}

/** Leads to what was refused. */
export function useRefused(form: RefObject<HTMLFormElement | null>, state: Result<unknown> | null) {
  useEffect(() => {
    if (state?.ok === false) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, state]);
}

type Props = { fields: readonly string[]; first?: string; error: string | undefined };

/** The text, beside what a case holds. */
export function TemplateText({ fields, first, error }: Props) {
  const t = useTranslations("promptTemplates");
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <TextAreaField
        name="text"
        label={t("text")}
        hint={t("answer")}
        error={error}
        defaultValue={first}
        rows={18}
        className="font-mono text-sm"
        spellCheck={false}
        dir="auto"
      />
      <section className="grid gap-2">
        <h3 className="font-semibold">{t("fields.title")}</h3>
        <p className="text-sm text-ink-muted">{t("fields.about", braces)}</p>
        <dl className="grid gap-2">
          {fields.map((name) => (
            <div key={name}>
              <dt>
                <code className="font-mono text-sm">{inBraces(name)}</code>
              </dt>
              <dd className="text-sm">{t(`fields.${name as "turns"}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
