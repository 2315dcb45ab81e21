// Makes or asks for a passkey, and sends it with the form that it belongs to.
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const keys = (list) => list.map((id) => ({ type: 'public-key', id: bytes(id) }));

async function ask({ challenge, rp_id, ids, verify }) {
  const { id, response } = await navigator.credentials.get({
    publicKey: {
      challenge: bytes(challenge),
      rpId: rp_id,
      allowCredentials: keys(ids),
      userVerification: verify,
    },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    clientDataJSON: text(clientDataJSON),
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    ...(userHandle?.byteLength && { userHandle: text(userHandle) }),
  };
}

async function make({ challenge, rp_id, ids, person_id, algorithms }, name) {
  const { id, response } = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(challenge),
      rp: { id: rp_id, name: 'Kassa' },
      user: { id: new TextEncoder().encode(person_id), name, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: keys(ids),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
    },
  });
  const { clientDataJSON, attestationObject } = response;
  return {
    id,
    clientDataJSON: text(clientDataJSON),
    attestationObject: text(attestationObject),
  };
}

for (const part of document.querySelectorAll('[data-passkey]')) {
  if (!window.PublicKeyCredential) break;
  part.hidden = false;
  const button = part.querySelector('button');
  const problem = part.querySelector('[role=alert]');
  button.addEventListener('click', async (event) => {
    event.preventDefault();
    const { form } = button;
    const options = JSON.parse(part.dataset.passkey);
    const fields = [...form.querySelectorAll('input:not([type=password])')];
    if (!fields.every((field) => field.reportValidity())) return;
    button.disabled = true;
    problem.hidden = true;
    try {
      const name = form.elements.email?.value || options.name;
      const made = await (options.person_id ? make(options, name) : ask(options));
      form.elements.credential.value = JSON.stringify(made);
      form.submit();
    } catch (error) {
      button.disabled = false;
      problem.hidden = false;
      problem.textContent =
        error.name === 'InvalidStateError'
          ? 'This device has a passkey for this account already.'
          : 'The passkey was not used. Try again, or sign in another way.';
    }
  });
}
