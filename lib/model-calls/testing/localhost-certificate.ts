/** Signed by itself, for localhost until 2081; it guards nothing, and nobody trusts it. */
export const localhostCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJq6LuarVHZ3H4n7o
/AlmjXA9VD0M5UohbfCSyJkKIx+hRANCAAS/kaAMc8/owRPOqtBvcXggqB+7BGGh
7o7+ru2Vd+VcxuGmrMCpir0dvG/UX9wqG/vcbC0heDiDxRNdYXozzkWp
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUdCw2kUS9BjcgLD6HOxNEkBryhMswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzEwNDkyM1oYDzIwODEwODMw
MTA0OTIzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS/kaAMc8/owRPOqtBvcXggqB+7BGGh7o7+ru2Vd+VcxuGmrMCpir0d
vG/UX9wqG/vcbC0heDiDxRNdYXozzkWpo2kwZzAdBgNVHQ4EFgQUk1x7X1t9Nois
Z5W+cDWWx2p3vM8wHwYDVR0jBBgwFoAUk1x7X1t9NoisZ5W+cDWWx2p3vM8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgWfegmpLMa2WCHADTbxxWVyRYRRpo5gONPFzo/f9datoCIDeozZbSSHrg
1HZUgyfbuN4excO3MaeKVhEs/PCE4h1h
-----END CERTIFICATE-----
`,
};
