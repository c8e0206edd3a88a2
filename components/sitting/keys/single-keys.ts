import { attempt } from "#components/sitting/device/attempt.ts";

const item = "benchside-single-keys";

/** Who speaks to their computer, or hits keys by chance, can switch off all that one character alone does. */
export const areSingleKeysOn = (): boolean => attempt(() => localStorage.getItem(item)) !== "off";

export const switchSingleKeys = (isOn: boolean): void =>
  void attempt(() => (isOn ? localStorage.removeItem(item) : localStorage.setItem(item, "off")));
