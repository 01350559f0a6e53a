/** GET settings, in GoTrue's shape: emailed codes, by invitation, and nothing else. */
export const SETTINGS = {
  external: {
    anonymous_users: false,
    apple: false,
    azure: false,
    bitbucket: false,
    discord: false,
    facebook: false,
    figma: false,
    fly: false,
    github: false,
    gitlab: false,
    google: false,
    keycloak: false,
    kakao: false,
    linkedin: false,
    linkedin_oidc: false,
    notion: false,
    spotify: false,
    slack: false,
    slack_oidc: false,
    workos: false,
    twitch: false,
    twitter: false,
    email: true,
    phone: false,
    zoom: false,
  },
  disable_signup: true,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
};

export const HEALTH = {
  version: 'bea-portal',
  name: 'GoTrue',
  description: 'Sign-in by code, by invitation',
};

// Tokens are signed with a secret, so there is no public key to publish.
export const KEY_SET = { keys: [] };
