type Parts = { uuid: (n: number) => string; digest: (text: string) => Buffer; later: string };

/** Valid rows of these tables, numbered. */
export const secondFactorRecords = ({ uuid, digest, later }: Parts) => ({
  half_sign_ins: (n: number) => ({
    id: uuid(n),
    user_id: uuid(2),
    method: "password",
    device: "Firefox, Linux",
    is_kept: false,
    expires_at: later,
  }),
  passkeys: (n: number) => ({
    id: uuid(n),
    user_id: uuid(2),
    credential_id: digest(`credential ${n}`),
    public_key: digest(`key ${n}`),
    counter: 0,
    transports: ["usb"],
    name: `Key ${n}`,
  }),
  passkey_challenges: (n: number) => ({ bound_to: uuid(n), challenge: `challenge ${n}`, expires_at: later }),
  code_apps: (n: number) => ({ user_id: uuid(n), secret: digest(`sealed ${n}`) }),
  recovery_codes: (n: number) => ({ id: uuid(n), user_id: uuid(2), code_hash: digest(`code ${n}`) }),
});
