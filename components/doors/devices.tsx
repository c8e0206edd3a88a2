import { getFormatter, getTranslations } from "next-intl/server";
import { EndDevice } from "#components/doors/end-device.tsx";
import { SignOut } from "#components/doors/sign-out.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";

type Device = {
  id: string;
  method: "link" | "password" | "passphrase" | "passkey";
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
};

type Props = {
  devices: readonly Device[];
  current: string | null;
  /** What to know before signing out. */
  note?: string;
  as?: "participant";
  /** Names of the tokens for programs that still work. */
  tokens?: readonly string[];
};

/** Where somebody is signed in, and the ways to end that. */
export async function Devices({ devices, current, note, as, tokens = [] }: Props) {
  const t = await getTranslations("account");
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, { dateStyle: "medium" });
  const nameOf = (device: string) => {
    if (device === "?") return t("unknownDevice");
    const [browser = "", system] = device.split(", ");
    return system === undefined ? device : t("deviceOn", { browser, system });
  };
  return (
    <section className="grid gap-4" aria-labelledby="devices">
      <h2 id="devices" className="text-xl font-semibold">
        {t("devicesTitle")}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {devices.map(({ id, device, method, createdAt, lastSeenAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-medium">
                {nameOf(device)} {id === current && <span className="text-accent">· {t("thisDevice")}</span>}
              </p>
              <p className="text-sm text-ink-muted">
                {t("since", { date: day(createdAt), method: t(`methods.${method}`) })} ·{" "}
                {t("lastSeen", { when: format.relativeTime(lastSeenAt) })}
              </p>
            </div>
            {id !== current && (
              <EndDevice
                id={id}
                words={{
                  submit: t("signOutDevice"),
                  label: t("signOutNamed", { device: nameOf(device) }),
                  gone: t("errors.not_found"),
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        {note && <p className="text-sm text-ink-muted">{note}</p>}
        <div>
          <SignOut label={t("signOut")} as={as} />
        </div>
      </div>
      <div className="grid gap-2">
        <p className="text-sm text-ink-muted">{t("signOutEverywhereIntro")}</p>
        <SignOut label={t("signOutEverywhere")} everywhere as={as}>
          <TokensToo names={tokens} />
        </SignOut>
      </div>
    </section>
  );
}

/** In the same step as the rest; ticked, since whoever shuts strangers out rarely means to leave their programs in. */
export async function TokensToo({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const t = await getTranslations("account");
  return (
    <CheckboxField
      name="tokens"
      label={t("tokensToo", { names: (await getFormatter()).list(names) })}
      hint={t("tokensHint")}
      defaultChecked
    />
  );
}
