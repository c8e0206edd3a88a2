"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useRef, useState, useTransition } from "react";
import type { FieldTools } from "#components/plan-form/fields.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Result } from "#lib/result.ts";

export type Conflict = { by: string; at: string | null; revision: number };
type Outcome =
  | { kind: "refused"; error: string }
  | { kind: "invalid"; fields: Readonly<Record<string, string>> }
  | { kind: "conflict"; conflict: Conflict };

type Save = (previous: null, form: FormData) => Promise<Result<{ revision: number }>>;

type StoredRevision<T> = {
  action: Save;
  /** What the action is told beside the value: the slug, the step. */
  where: Readonly<Record<string, string>>;
  value: T;
  revision: number;
};

/** Keeps what was typed whatever becomes of a save: only one that succeeded counts as what is stored. */
function useRevisions<T>({ action, where, ...stored }: StoredRevision<T>) {
  const [value, setValue] = useState(stored.value);
  const [saved, setSaved] = useState(() => JSON.stringify(stored.value));
  const [revision, setRevision] = useState(stored.revision);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSaving, start] = useTransition();
  const isUnsaved = JSON.stringify(value) !== saved;
  useWarning(isUnsaved);
  useFreshReturn();

  function save(onSaved: () => void, over = revision) {
    const text = JSON.stringify(value);
    start(async () => {
      const result = await send(action, { ...where, revision: String(over), value: text });
      if (result?.ok) {
        setSaved(text);
        setRevision(result.value.revision);
        setOutcome(null);
        onSaved();
      } else if (result?.error === "conflict") {
        const { by = "", at = null, revision: theirs = "0" } = result.fields ?? {};
        setOutcome({ kind: "conflict", conflict: { by, at, revision: Number(theirs) } });
      } else if (result?.error === "invalid") {
        setOutcome({ kind: "invalid", fields: result.fields ?? {} });
      } else {
        setOutcome({ kind: "refused", error: result?.error ?? "not_reached" });
      }
    });
  }

  return { value, setValue, isUnsaved, isSaving, outcome, save };
}

/** Null where no answer came: what was typed has to outlive that too. */
async function send(action: Save, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  try {
    return await action(null, form);
  } catch {
    return null;
  }
}

function useWarning(isUnsaved: boolean) {
  const unsaved = useRef(isUnsaved);
  useEffect(() => {
    unsaved.current = isUnsaved;
  }, [isUnsaved]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
}

/** A page that the browser kept knows an old revision: it would take one's own save for somebody else's. */
function useFreshReturn() {
  useEffect(() => {
    const renew = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);
}

/** Of the builder, of what keeps every revision, of the plan of a review, or of an endpoint. */
type ConflictWords = `${"builder" | "reporting" | "reviews" | "endpoints"}.conflict`;

type FormProps<T> = StoredRevision<T> & {
  /** Where the other's version is read. */
  theirs: string;
  conflict: ConflictWords;
  words: Record<"saved" | "unsaved" | "stored" | "invalid", string> & {
    saving?: string;
    errorOf: (code: string) => string;
    fieldErrorOf: (code: string) => string;
  };
  /** Errors below a path count as errors at it. */
  findsBelow?: boolean;
  root?: string;
  defaults?: Partial<T>;
  /** The save bar stays in view. */
  isSticky?: boolean;
  className: string;
  label?: string;
  labelledBy?: string;
  /** What a button of this value does once the value is saved, in place of a notice. */
  goesOn?: { value: string; to: string };
  buttons: (isSaving: boolean) => ReactNode;
  formRef?: RefObject<HTMLFormElement | null>;
  children: (tools: FieldTools<T>) => ReactNode;
};

/** A form that is saved as a whole: kept whatever happens, never saved over somebody else's unasked. */
export function RevisedForm<T>({ words, goesOn, findsBelow = false, ...props }: FormProps<T>) {
  const notify = useToast();
  const own = useRef<HTMLFormElement>(null);
  const form = props.formRef ?? own;
  const saving = useRevisions(props);
  const { value, setValue, isSaving, isUnsaved, outcome, save } = saving;
  const errors = outcome?.kind === "invalid" ? outcome.fields : {};
  useEffect(() => {
    if (outcome?.kind === "invalid") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, outcome]);
  const stay = () => notify({ title: words.saved });
  const tools: FieldTools<T> = {
    value,
    set: (change) =>
      setValue((now) => ({ ...now, ...(typeof change === "function" ? change(now) : change) })),
    errors,
    errorOf: (path) => {
      const found = Object.keys(errors).find(
        (one) => one === path || (findsBelow && one.startsWith(`${path}.`)),
      );
      return found === undefined ? undefined : words.fieldErrorOf(errors[found] ?? "other");
    },
    ...(props.root !== undefined && { root: props.root }),
    ...(props.defaults && { defaults: props.defaults }),
  };
  const { isSticky = true } = props;
  return (
    <ScriptForm
      ref={form}
      noValidate
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSaving) return;
        const pressed = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value");
        save(goesOn && pressed === goesOn.value ? () => window.location.assign(goesOn.to) : stay);
      }}
      className={props.className}
    >
      {props.children(tools)}
      <div
        className={
          isSticky
            ? "sticky bottom-0 z-20 -mx-1 grid max-h-[70dvh] gap-3 overflow-y-auto border-t border-line bg-surface px-1 py-3"
            : "contents"
        }
      >
        <div role="alert" className="empty:hidden">
          {outcome?.kind === "conflict" && (
            <ConflictNotice
              conflict={outcome.conflict}
              theirs={props.theirs}
              words={props.conflict}
              busy={isSaving}
              onReplace={() => save(stay, outcome.conflict.revision)}
            />
          )}
        </div>
        <FormMessage>
          {outcome?.kind === "invalid"
            ? words.invalid
            : outcome?.kind === "refused" && words.errorOf(outcome.error)}
        </FormMessage>
        <div className="flex flex-wrap items-center gap-3">
          {props.buttons(isSaving)}
          <p role="status" className="text-sm text-ink-muted">
            {(isSaving && words.saving) || (isUnsaved ? words.unsaved : words.stored)}
          </p>
        </div>
      </div>
    </ScriptForm>
  );
}

type NoticeProps = {
  conflict: Conflict;
  theirs: string;
  busy: boolean;
  onReplace: () => void;
  words: ConflictWords;
};

/** Somebody else saved in between: nothing is lost, and nothing is overwritten unasked. */
export function ConflictNotice({ conflict, theirs, busy, onReplace, words }: NoticeProps) {
  const { by, at } = conflict;
  const t = useTranslations(words);
  const format = useFormatter();
  return (
    <Callout tone="warning" title={by ? t("title", { by }) : t("titleNobody")}>
      <div className="grid gap-3">
        <p>
          {at &&
            t("since", {
              at: format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "medium" }),
            })}{" "}
          {t("kept")}
        </p>
        <p className="flex flex-wrap gap-3">
          <a href={theirs} target="_blank" rel="noreferrer" className={buttonClass()}>
            {t("openTheirs")}
          </a>
          <Button
            onClick={() => {
              if (!busy) onReplace();
            }}
            busy={busy}
          >
            {t("replace")}
          </Button>
        </p>
        <p className="text-sm">{t("replaceMeans")}</p>
      </div>
    </Callout>
  );
}
