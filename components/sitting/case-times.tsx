"use client";

import { useEffect, useRef } from "react";
import { addTimes, startClock, type Times } from "#components/sitting/case-clock.ts";

/** Adds to the form it stands in how long its case was in front of somebody. */
export function CaseTimes({ stored }: { stored: Times | null }) {
  const place = useRef<HTMLInputElement>(null);
  const begun = useRef(stored);

  useEffect(() => {
    const form = place.current?.form;
    if (!form) return;
    const clock = startClock(begun.current);
    function changed({ target }: Event): void {
      if (target instanceof HTMLInputElement && target.name === "choice") clock.answered();
    }
    function add({ formData }: FormDataEvent): void {
      addTimes(formData, clock);
    }
    form.addEventListener("change", changed);
    form.addEventListener("formdata", add);
    return () => {
      clock.stop();
      form.removeEventListener("change", changed);
      form.removeEventListener("formdata", add);
    };
  }, []);

  return <input ref={place} type="hidden" />;
}
