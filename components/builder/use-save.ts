"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import type { Result } from "#lib/result.ts";
import { saveDraft } from "#lib/studies/actions.ts";
import type { StepName } from "#lib/studies/schema.ts";

export type Conflict = { by: string; at: string | null; revision: number };

export type Outcome =
  | { kind: "refused"; error: string }
  | { kind: "invalid"; fields: Readonly<Record<string, string>> }
  | { kind: "conflict"; conflict: Conflict };

/** One step of a draft. */
export const useSave = <T>(slug: string, step: StepName, stored: T, storedRevision: number) =>
  useRevisions(saveDraft, { slug, step }, stored, storedRevision);

type Save = (previous: null, form: FormData) => Promise<Result<{ revision: number }>>;

/** Keeps what was typed whatever becomes of a save: only one that succeeded counts as what is stored. */
export function useRevisions<T>(
  action: Save,
  where: Readonly<Record<string, string>>,
  stored: T,
  storedRevision: number,
) {
  const [value, setValue] = useState(stored);
  const [saved, setSaved] = useState(() => JSON.stringify(stored));
  const [revision, setRevision] = useState(storedRevision);
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
