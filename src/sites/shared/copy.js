// Copy buttons: shown only where this runs. Without it, the text beside them can be selected.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const text = document.getElementById(button.dataset.copy);
  const status = document.getElementById(`${button.dataset.copy}-status`);
  button.hidden = false;
  button.addEventListener('click', async () => {
    getSelection().selectAllChildren(text);
    try {
      await navigator.clipboard.writeText(text.textContent);
      status.textContent = button.dataset.copied;
    } catch {
      // The browser does not let us: the text is selected, so that a key press copies it.
      status.textContent = button.dataset.select;
    }
  });
}
