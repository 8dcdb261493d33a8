/// The paths of the files of a line program.
struct LineFiles {
  let header: LineHeader
  let unit: DwarfUnit
  let texts: DwarfTexts

  /// The path of a file by its number in the rows. Files count from 1, in version 5 from 0.
  func path(_ number: UInt64) -> String? {
    let index = header.version >= 5 ? number : number &- 1
    guard index < UInt64(header.files.count) else { return nil }
    let file = header.files[Int(index)]
    guard let name = texts.text(file.name, unit) else { return nil }
    return name.hasPrefix("/") ? name : join(folder(file.folder), name)
  }

  private func folder(_ number: UInt64) -> String {
    let own = unit.folder.flatMap { texts.text($0, unit) } ?? ""
    if header.version < 5, number == 0 { return own }
    let index = header.version >= 5 ? number : number - 1
    guard index < UInt64(header.folders.count), let folder = texts.text(header.folders[Int(index)], unit)
    else { return own }
    return folder.hasPrefix("/") ? folder : join(own, folder)
  }

  private func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
