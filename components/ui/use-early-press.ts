import { useEffect, useRef, type RefObject } from "react";

/** A form that was sent too early for it is sent once it can be. Returns what remembers it, with the button that was pressed. */
export function useEarlyPress(form: RefObject<HTMLFormElement | null>, isReady: boolean) {
  const pressed = useRef<{ submitter: HTMLElement | null }>(null);
  useEffect(() => {
    if (!pressed.current || !isReady) return;
    const { submitter } = pressed.current;
    pressed.current = null;
    form.current?.requestSubmit(submitter);
  }, [form, isReady]);
  return (submitter: HTMLElement | null): void => {
    pressed.current = { submitter };
  };
}
