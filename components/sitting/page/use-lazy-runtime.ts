import { useEffect, useRef, useState } from "react";
import { fetchRuntime, preloadParts } from "#components/sitting/page/later-parts.ts";
import type { Runtime, RuntimeSetting } from "#components/sitting/page/lazy-runtime.ts";

type Setting = Omit<RuntimeSetting, "raiseDoubt">;

/** Fetched once the page is at work. Where it can't be, a case is still a form that can be sent. */
export function useLazyRuntime(setting: Setting): { runtime: Runtime | null; isMissing: boolean } {
  const [runtime, setRuntime] = useState<Runtime | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const first = useRef(setting);

  useEffect(() => {
    const leaving = new AbortController();
    open(first.current, leaving.signal).then(setRuntime, () => setIsMissing(true));
    return () => leaving.abort();
  }, []);

  return { runtime, isMissing };
}

async function open(setting: Setting, signal: AbortSignal): Promise<Runtime | null> {
  const [{ openRuntime }, raiseDoubt] = await Promise.all([
    fetchRuntime(),
    preloadParts(setting.questions, setting.cases),
  ]);
  return signal.aborted ? null : openRuntime({ ...setting, raiseDoubt }, signal);
}
