"use client";

import { useEffect, useState } from "react";
import { KeysAtWork } from "#components/sitting/page/later-parts.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";

type Props = {
  names: readonly string[];
  /** With which one decides: its radio buttons are numbered from 0. */
  field: string;
  isOn: boolean;
  keys: SittingWords["keys"];
};

/** The keys of the form it stands in. The case itself comes first; without a script nothing is missing. */
export function CaseKeys({ keys, ...heard }: Props) {
  // Once fetched they are there for every case that is drawn later, from its first key on.
  const [isFetched, setIsFetched] = useState(KeysAtWork.isFetched);
  const [isShown, setIsShown] = useState(false);
  const fetched = () => setIsFetched(true);

  useEffect(() => {
    KeysAtWork.preload().then(fetched, () => undefined);
  }, []);

  function show(): void {
    setIsShown(true);
    if (!isFetched) KeysAtWork.preload().then(fetched, () => setIsShown(false));
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
      {isFetched && <KeysAtWork {...heard} keys={keys} isShown={isShown} onShown={setIsShown} />}
    </>
  );
}
