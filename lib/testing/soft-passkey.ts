import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type PasskeyChallenge = { challenge: string };
type Circumstances = { origin?: string; rpId?: string; counter?: number; isVerified?: boolean };

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** An authenticator of its own, which signs whatever it is asked to, truly or not. */
export function makeSoftPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  const clientData = (type: string, { challenge }: PasskeyChallenge, origin = "http://localhost:3000") =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    { rpId = "localhost", counter = 0, isVerified = true }: Circumstances,
    credential?: Buffer,
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = Buffer.from([1 | (isVerified ? 4 : 0) | (credential ? 0x40 : 0)]);
    return Buffer.concat([sha256(rpId), flags, count, credential ?? Buffer.alloc(0)]);
  };
  const common = {
    id: text(id),
    rawId: text(id),
    type: "public-key",
    clientExtensionResults: {},
  } as const;

  return {
    register(asked: PasskeyChallenge, given: Circumstances = {}): RegistrationResponseJSON {
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const authData = new Uint8Array(authenticatorData(given, credential));
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", authData],
      ]);
      const clientDataJSON = text(clientData("webauthn.create", asked, given.origin));
      return {
        ...common,
        response: {
          clientDataJSON,
          attestationObject: text(isoCBOR.encode(attestation)),
          transports: ["usb"],
        },
      };
    },
    sign(asked: PasskeyChallenge, given: Circumstances = {}): AuthenticationResponseJSON {
      const data = authenticatorData(given);
      const client = clientData("webauthn.get", asked, given.origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
        },
      };
    },
  };
}
