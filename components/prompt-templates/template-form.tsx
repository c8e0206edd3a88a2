"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { templatePath } from "#lib/paths.ts";
import { addTemplate, addVersion } from "#lib/prompt-templates/actions.ts";

type Fields = { fields: readonly string[] };

export function NewTemplate({ benchmark, fields }: Fields & { benchmark: string }) {
  const t = useTranslations("promptTemplates");
  const router = useRouter();
  const adding = useFormAction(addTemplate, {
    errors: "promptTemplates.errors",
    done: t("saved", { number: 1 }),
    onDone: ({ id }) => router.push(templatePath(benchmark, id)),
  });
  return <TemplateForm adding={adding} about={{ benchmark }} fields={fields} />;
}

type VersionProps = Fields & { id: number; newest: { number: number; text: string } };

export function NextVersion({ id, newest, fields }: VersionProps) {
  const t = useTranslations("promptTemplates");
  const adding = useFormAction(addVersion, {
    errors: "promptTemplates.errors",
    done: ({ number }) => t("saved", { number }),
  });
  return (
    <TemplateForm adding={adding} about={{ id, after: newest.number }} fields={fields} before={newest.text} />
  );
}

const braces = { open: "{{", close: "}}", needed: "{candidates}" };

type Props = Fields & {
  adding: Pick<ReturnType<typeof useFormAction>, "run" | "state" | "refusal" | "fields">;
  /** What is sent beside name and text. */
  about: Readonly<Record<string, string | number>>;
  /** The text of the newest version; without one, a name is asked for. */
  before?: string;
};

/** The text, beside what a case holds. */
function TemplateForm({ adding, about, fields, before }: Props) {
  const t = useTranslations("promptTemplates");
  const form = useRef<HTMLFormElement>(null);
  const { run, state, refusal, fields: wrong } = adding;
  // Leads to what was refused.
  useEffect(() => {
    if (state?.ok === false) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [state]);
  /** In words: of a text with the line. */
  const errorOf = (name: string) => {
    const code = wrong[name];
    if (code === undefined) return undefined;
    const told = { ...braces, line: wrong.line ?? "", found: wrong.found ?? "" };
    const key = `problems.${code}` as "problems.unknown_field";
    return t.has(key) ? t(key, told) : t("problems.unknown");
  };
  const isNew = before === undefined;
  return (
    <ScriptForm
      ref={form}
      noValidate
      action={run}
      onReset={keepFilledIn}
      className={clsx("grid", isNew ? "gap-6" : "gap-4")}
    >
      {Object.entries(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isNew && (
        <div className="max-w-md">
          <TextField name="name" label={t("name")} error={errorOf("name")} autoComplete="off" />
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <TextAreaField
          name="text"
          label={t("text")}
          hint={t("answer")}
          error={errorOf("text")}
          defaultValue={before}
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
                  <code className="font-mono text-sm">{`{${name}}`}</code>
                </dt>
                <dd className="text-sm">{t(`fields.${name as "turns"}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <FormMessage>{refusal}</FormMessage>
      <div>
        <SubmitButton busyLabel={t("saving")}>{t("save")}</SubmitButton>
      </div>
    </ScriptForm>
  );
}
