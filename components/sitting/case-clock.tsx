"use client";

import { useEffect, useRef } from "react";
import { timeFields } from "#lib/sittings/read-answer.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";

type Times = Pick<AnswerValue, "activeMs" | "firstAnswerMs" | "focusLosses">;

const isHere = () => document.visibilityState === "visible" && document.hasFocus();

/**
 * Adds to the form it stands in how long the case was in front of somebody: only while the page is visible and in
 * focus, counted on from what is stored. Shown nowhere.
 */
export function CaseClock({ stored }: { stored: Times | null }) {
  const place = useRef<HTMLInputElement>(null);
  const begun = useRef<Times>(stored ?? { activeMs: 0, firstAnswerMs: null, focusLosses: 0 });

  useEffect(() => {
    const form = place.current?.form;
    if (!form) return;
    const { activeMs, firstAnswerMs, focusLosses } = begun.current;
    let counted = activeMs;
    let since = isHere() ? performance.now() : null;
    let first = firstAnswerMs;
    let losses = focusLosses;
    const spent = () => Math.round(counted + (since === null ? 0 : performance.now() - since));

    function turn(): void {
      const here = isHere();
      if (here === (since !== null)) return;
      counted = spent();
      since = here ? performance.now() : null;
      if (!here) losses += 1;
    }
    function answered({ target }: Event): void {
      if (target instanceof HTMLInputElement && target.name === "choice") first ??= spent();
    }
    function add({ formData }: FormDataEvent): void {
      formData.set(timeFields.activeMs, String(spent()));
      formData.set(timeFields.focusLosses, String(losses));
      if (first !== null) formData.set(timeFields.firstAnswerMs, String(first));
    }
    form.addEventListener("change", answered);
    form.addEventListener("formdata", add);
    document.addEventListener("visibilitychange", turn);
    window.addEventListener("focus", turn);
    window.addEventListener("blur", turn);
    return () => {
      form.removeEventListener("change", answered);
      form.removeEventListener("formdata", add);
      document.removeEventListener("visibilitychange", turn);
      window.removeEventListener("focus", turn);
      window.removeEventListener("blur", turn);
    };
  }, []);

  return <input ref={place} type="hidden" />;
}
