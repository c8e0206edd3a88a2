"use client";

import { useEffect, useState } from "react";
import type { SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button.tsx";

type Props = {
  names: readonly string[];
  /** With which one decides: its radio buttons are numbered from 0. */
  field: string;
  isOn: boolean;
  keys: SittingWords["keys"];
};

type AtWork = typeof import("#components/sitting/keys/keys-at-work.tsx");
/** Once fetched it is there for every case that is drawn later, from its first key on. */
let fetched: AtWork | null = null;
const fetchKeys = () =>
  import("#components/sitting/keys/keys-at-work.tsx").then((module) => (fetched = module));

/** The keys of the form it stands in. The case itself comes first; without a script nothing is missing. */
export function CaseKeys({ keys, ...heard }: Props) {
  const [atWork, setAtWork] = useState(fetched);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    if (!fetched) void fetchKeys().then(setAtWork, () => undefined);
  }, []);

  function show(): void {
    setIsShown(true);
    if (!atWork) fetchKeys().then(setAtWork, () => setIsShown(false));
  }

  return (
    <>
      <button
        type="button"
        onClick={show}
        className={`${buttonClass({ variant: "quiet" })} pointer-coarse:hidden`}
      >
        {keys.title}
      </button>
      {atWork && <atWork.KeysAtWork {...heard} keys={keys} isShown={isShown} onShown={setIsShown} />}
    </>
  );
}
