"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useActionState, useState } from "react";
import { useFormStatus } from "react-dom";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { homes } from "#lib/auth/roles.ts";
import { benchmarkPath } from "#lib/paths.ts";
import { codeStudy } from "#lib/imports/coding/actions.ts";
import type { CodedChoice } from "#lib/imports/coding/schema.ts";

type Props = {
  slug: string;
  choices: readonly CodedChoice[];
  books: readonly { name: string; count: number }[];
  /** What a code book is called that is written here. */
  own: string;
};

/** Leads to the new benchmark. */
export function CodingForm({ slug, choices, books, own }: Props) {
  const t = useTranslations("resultsExport.coding");
  const router = useRouter();
  const notify = useToast();
  const [of, setOf] = useState<string>(choices[0] ?? "");
  const [book, setBook] = useState(own);
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const made = await codeStudy(previous, form);
    if (!made.ok) return made;
    const { benchmark, cases, repeated } = made.value;
    notify({
      title: t("done", { name: String(form.get("name")).trim(), count: cases }),
      detail: repeated > 0 ? t("repeated", { count: repeated }) : undefined,
    });
    router.push(benchmarkPath(benchmark));
    return made;
  }, null);
  const said = useRefusal(state, of);
  return (
    <ScriptForm action={action} onReset={keepFilledIn} className="grid max-w-2xl min-w-0 gap-5">
      <input type="hidden" name="slug" value={slug} />
      <SelectField name="of" label={t("of.label")} value={of} onChange={(event) => setOf(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`of.${choice}`)}
          </option>
        ))}
      </SelectField>
      <TextField name="name" label={t("name.label")} error={said.name} autoComplete="off" />
      <SelectField
        name="book"
        label={t("book.label")}
        value={book}
        onChange={(event) => setBook(event.target.value)}
      >
        <option value={own}>{t("book.own")}</option>
        {books.map(({ name, count }) => (
          <option key={name} value={name}>
            {t("book.named", { name, count })}
          </option>
        ))}
      </SelectField>
      {book === own && <OwnCodes error={said.codes} />}
      <FormMessage>{said.form}</FormMessage>
      <WhereItGoesOn />
      <p>
        <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
      </p>
    </ScriptForm>
  );
}

/** The texts are stored as any file of cases is: whoever watches, or leaves, finds the import among the jobs. */
function WhereItGoesOn() {
  const t = useTranslations("resultsExport.coding");
  const { pending } = useFormStatus();
  return (
    <p role="status" className="measure text-sm text-ink-muted empty:hidden">
      {pending &&
        t.rich("following", {
          home: (words) => (
            <a href={homes.admin} className="text-accent underline">
              {words}
            </a>
          ),
        })}
    </p>
  );
}

/** Typed, pasted, or what a file holds, to be looked at before it is sent. */
function OwnCodes({ error }: { error: string | undefined }) {
  const t = useTranslations("resultsExport.coding");
  const [codes, setCodes] = useState("");
  return (
    <>
      <TextAreaField
        name="codes"
        label={t("codes.label")}
        hint={t("codes.hint")}
        error={error}
        rows={7}
        value={codes}
        onChange={(event) => setCodes(event.target.value)}
        spellCheck={false}
      />
      <TextField
        type="file"
        label={t("file.label")}
        hint={t("file.hint")}
        accept=".json,.txt,application/json,text/plain"
        onChange={async ({ target: { files } }) => {
          if (files?.[0]) setCodes(await files[0].text());
        }}
      />
    </>
  );
}

type BookWords = ReturnType<typeof useTranslations<"resultsExport.coding.bookProblems">>;

/** What is wrong with a code book, with its place where it has one. */
function formatBookProblem(t: BookWords, fields: Readonly<Record<string, string>>): string {
  const { problem = "shape", line = "", character = "", part = "" } = fields;
  const what = t((t.has(problem as never) ? problem : "shape") as never, fields as never);
  const place = character ? "character" : part ? "part" : line ? "line" : null;
  return place ? t(`at.${place}`, { line, character, part, what }) : what;
}

/** What was refused, in words, beside the field that it is about. */
function useRefusal(state: ActionState, of: string) {
  const t = useTranslations("resultsExport.coding.errors");
  const book = useTranslations("resultsExport.coding.bookProblems");
  if (!state || state.ok) return {};
  const { error, fields = {} } = state;
  const words = (code: string) => t(t.has(code as never) ? (code as never) : "unknown");
  if (error === "bad_codes") return { codes: formatBookProblem(book, fields), form: t("marked") };
  if (error === "name_taken") return { name: t("name_taken"), form: t("marked") };
  if (error === "no_texts") return { form: t(`no_texts.${of}` as never) };
  if (error === "not_stored")
    return {
      form: <span className="whitespace-pre-wrap">{`${t("not_stored")}\n${fields["problems"]}`}</span>,
    };
  if (error !== "invalid") return { form: words(error) };
  const [name, codes] = [fields["name"], fields["codes"]].map((code) => code && words(code));
  return name || codes ? { name, codes, form: t("marked") } : { form: t("unknown") };
}
